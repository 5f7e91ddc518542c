//! Asks a model, in the way it wants to be asked and within what may be spent.

use std::cell::RefCell;

use crate::client::{Client, Job, RetryPolicy, ServiceResult, Transport};
use crate::error::{Error, ErrorCode, Result};
use crate::host::{Host, LocalFuture};
use crate::llm::budget::{Budget, Reservation};
use crate::llm::chat::dialect::Dialect;
use crate::llm::chat::{
    self, ChatModel, ChatReply, CompletionRequest, ReplyStream, StopReason, Streaming,
};
use crate::llm::price::Price;
use crate::llm::tokens;
use crate::llm::usage::Usage;
use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::rate_limit::RateLimit;
use crate::net::service_error::ServiceError;

/// A service takes several questions at once; a program on the person's machine answers one after
/// the other, and what waits there only comes too late.
const REMOTE: RateLimit = RateLimit { min_interval_millis: 0, max_concurrent: 4 };
const LOCAL: RateLimit = RateLimit { min_interval_millis: 0, max_concurrent: 1 };

/// What a call of a model is done with.
pub struct Call<'a> {
    /// Who is asked.
    pub model: &'a ChatModel,
    /// What a token costs there, if that is known.
    pub price: Option<Price>,
    /// What may be spent.
    pub budget: &'a Budget,
    /// Told the words of the reply as they come, where it comes in pieces.
    pub on_text: &'a dyn Fn(&str),
    /// Whether pieces are wanted at all.
    pub streaming: Streaming,
}

impl Client {
    /// Asks a model and pays for the reply. Fails with words for a person, also when the model
    /// would not answer or had no room to.
    pub async fn chat(
        &self,
        host: &dyn Host,
        call: &Call<'_>,
        ask: &CompletionRequest,
    ) -> Result<ChatReply> {
        if !chat::fits(ask, call.model) {
            return Err(ServiceError::TooLong.to_user_error(call.model.provider_name));
        }
        let bill = Bill::open(call, ask)?;
        match self.reply(host, call, ask, &bill).await {
            Ok(reply) => {
                bill.pay(&reply);
                usable(reply, call.model.provider_name)
            }
            Err(error) => {
                bill.close(&error);
                Err(told(error, call.model.provider_name))
            }
        }
    }

    async fn reply(
        &self,
        host: &dyn Host,
        call: &Call<'_>,
        ask: &CompletionRequest,
        bill: &Bill<'_>,
    ) -> ServiceResult<ChatReply> {
        let mut known = self.dialect(call.model);
        let mut refused_to_stream = false;
        loop {
            let wanted = call.streaming == Streaming::On && !refused_to_stream;
            let dialect = Dialect { stream: known.stream && wanted, ..known.clone() };
            let error = match self.reply_in(host, call, ask, (&dialect, bill)).await {
                Ok(reply) => {
                    known.has_streamed |= dialect.stream;
                    known.stream &= !refused_to_stream;
                    self.learnt(call.model, known);
                    return Ok(reply);
                }
                Err(error) => error,
            };
            // Each way is tried once: what was learnt is never unlearnt.
            if dialect.stream && refuses_to_stream(&error) {
                refused_to_stream = true;
            } else if known.adapt(&error, ask.reply_format()) {
                self.learnt(call.model, known.clone());
            } else {
                return Err(error.without_echo_of(&chat::request(ask, call.model, &dialect)));
            }
        }
    }

    async fn reply_in(
        &self,
        host: &dyn Host,
        call: &Call<'_>,
        ask: &CompletionRequest,
        (dialect, bill): (&Dialect, &Bill<'_>),
    ) -> ServiceResult<ChatReply> {
        let api = call.model.api;
        let rate_limit = if call.model.endpoint.is_local() { LOCAL } else { REMOTE };
        let request = chat::request(ask, call.model, dialect).purpose(&ask.purpose);
        let job = Job { request, rate_limit, retry: RetryPolicy::Usual };
        let format = ask.reply_format();
        let parse = |response: &HttpResponse| {
            let reply = chat::parse(response, api);
            reply.map_err(|error| dialect.correct_status(error, format))
        };
        let again = |error: &ServiceError| bill.again(error);
        let whole = |request| host.http(request);
        let streamed = |request| self.streamed(host, call, dialect, request);
        let transport = if dialect.stream {
            Transport { carry: &streamed, again: &again }
        } else {
            Transport { carry: &whole, again: &again }
        };
        self.carry(host, &job, &transport, &parse).await
    }

    /// Asks for a reply in pieces and tells its words as they come.
    fn streamed<'a>(
        &self,
        host: &'a dyn Host,
        call: &'a Call<'_>,
        dialect: &Dialect,
        request: HttpRequest,
    ) -> LocalFuture<'a, Result<HttpResponse>> {
        let stream = RefCell::new(ReplyStream::new(call.model.api));
        let has_streamed = dialect.has_streamed;
        Box::pin(async move {
            let piece = |bytes: &[u8]| {
                let mut stream = stream.borrow_mut();
                stream.push(bytes);
                (call.on_text)(stream.text());
            };
            let answer = host.stream(request, &piece).await;
            answer.map_err(|error| if has_streamed { dropped(error) } else { error })
        })
    }

    /// Whether a model's replies come in pieces, as far as is known.
    pub fn streams(&self, model: &ChatModel) -> bool {
        self.dialect(model).stream
    }

    fn learnt(&self, model: &ChatModel, dialect: Dialect) {
        self.dialects.borrow_mut().insert(key(model), dialect);
    }

    fn dialect(&self, model: &ChatModel) -> Dialect {
        let known = self.dialects.borrow().get(&key(model)).cloned();
        known.unwrap_or_else(|| Dialect::for_model(model))
    }
}

/// What a call may cost, held back while it is on. Every try that a model may have worked for
/// is paid.
struct Bill<'a> {
    call: &'a Call<'a>,
    /// Tokens sent, and written at the most.
    sent: u64,
    most: u64,
    held: RefCell<Option<Reservation<'a>>>,
}

impl<'a> Bill<'a> {
    fn open(call: &'a Call<'a>, ask: &CompletionRequest) -> Result<Self> {
        let (sent, most) = (ask.tokens(), u64::from(ask.max_tokens));
        let held = call.budget.reserve(call.price, sent, most)?;
        Ok(Self { call, sent, most, held: RefCell::new(Some(held)) })
    }

    /// Before another try: the one before may have to be paid, and this one must fit as well.
    fn again(&self, error: &ServiceError) -> ServiceResult<()> {
        if !may_be_billed(error) {
            return Ok(());
        }
        self.close(error);
        let next = self.call.budget.reserve(self.call.price, self.sent, self.most);
        *self.held.borrow_mut() =
            Some(next.map_err(|error| ServiceError::NoResponse(error.into()))?);
        Ok(())
    }

    fn pay(&self, reply: &ChatReply) {
        if let Some(held) = self.held.take() {
            held.record(&used(reply, self.sent));
        }
    }

    fn close(&self, error: &ServiceError) {
        if let Some(held) = self.held.take()
            && may_be_billed(error)
        {
            held.record_worst_case();
        }
    }
}

/// Whether the model may have worked for a reply that never came.
fn may_be_billed(error: &ServiceError) -> bool {
    match error {
        ServiceError::Unreadable { .. } => true,
        ServiceError::NoResponse(error) => {
            matches!(error.code, ErrorCode::Timeout | ErrorCode::Cancelled | ErrorCode::BrokeOff)
        }
        _ => false,
    }
}

/// What a reply used; about that, where the service does not say.
fn used(reply: &ChatReply, sent: u64) -> Usage {
    if reply.usage.tokens() > 0 {
        return reply.usage;
    }
    Usage { input: sent, output: tokens::estimate(&reply.text), ..Usage::default() }
}

/// The error for a person; that the budget is used up is not the service's.
fn told(error: ServiceError, name: &str) -> Error {
    match error {
        ServiceError::NoResponse(error) if error.code == ErrorCode::OverBudget => error,
        error => error.to_user_error(name),
    }
}

/// A browser does not say why it has no answer. From a service that has streamed before, it is a
/// connection that broke.
fn dropped(error: Error) -> Error {
    if error.code != ErrorCode::NoStream {
        return error;
    }
    Error::new(ErrorCode::Unreachable, "the connection broke")
        .hint("Check your connection and try again.")
}

/// Most services let nobody but their own pages read their streams; their answers in one piece
/// come by another way.
fn refuses_to_stream(error: &ServiceError) -> bool {
    matches!(error, ServiceError::NoResponse(error) if error.code == ErrorCode::NoStream)
}

fn key(model: &ChatModel) -> (String, String) {
    (model.endpoint.to_string(), model.model.clone())
}

/// A reply with words in it; anything else is told.
fn usable(reply: ChatReply, name: &str) -> Result<ChatReply> {
    match &reply.stop_reason {
        StopReason::Refusal { .. } => {
            Err(Error::new(ErrorCode::Refusal, format!("{name} declined to answer this"))
                .hint("Try another model, or leave out the topic it does not want to speak of."))
        }
        StopReason::Length if reply.text.trim().is_empty() => Err(Error::new(
            ErrorCode::NoRoom,
            format!("{name} thought for so long that nothing was left for an answer"),
        )
        .hint("Choose a model that thinks less.")),
        StopReason::End if reply.text.trim().is_empty() => {
            Err(Error::new(ErrorCode::EmptyReply, format!("{name} sent an empty answer"))
                .hint("Try again, or choose another model."))
        }
        StopReason::End | StopReason::Length => Ok(reply),
    }
}

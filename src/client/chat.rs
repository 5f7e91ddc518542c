//! Sends a chat request to a model, with the options that the model accepts and within the budget.

use std::cell::RefCell;

use crate::client::Client;
use crate::client::job::{Job, RetryPolicy, SendRequest, ServiceResult, Transport};
use crate::error::{Error, ErrorCode, Result};
use crate::host::{Host, LocalFuture};
use crate::llm::budget::{Budget, Reservation};
use crate::llm::chat::request_options::RequestOptions;
use crate::llm::chat::{
    self, ChatModel, ChatReply, CompletionRequest, ReplyStream, StopReason, Streaming,
};
use crate::llm::price::Price;
use crate::llm::tokens;
use crate::llm::usage::Usage;
use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::rate_limit::RateLimit;
use crate::net::service_error::ServiceError;

/// Rate limit of a remote service, which handles several requests at the same time.
const REMOTE: RateLimit = RateLimit { min_interval_millis: 0, max_concurrent: 4 };

/// Rate limit of a program on the user's machine, which handles one request at a time. Further
/// requests would only wait there and time out.
const LOCAL: RateLimit = RateLimit { min_interval_millis: 0, max_concurrent: 1 };

/// The model, the budget and the streaming of a chat request.
pub struct ChatCall<'a> {
    /// The model that replies.
    pub model: &'a ChatModel,
    /// The price of the model's tokens, if known.
    pub price: Option<Price>,
    /// The budget that pays for the reply.
    pub budget: &'a Budget,
    /// Called with the text of the reply so far each time a part of it arrives.
    pub on_text: &'a dyn Fn(&str),
    /// Whether the reply should be streamed.
    pub streaming: Streaming,
}

impl Client {
    /// Sends a chat request and charges the budget for the reply. Errors are worded for the user; a
    /// refusal and an empty reply are errors too.
    pub async fn chat(
        &self,
        host: &dyn Host,
        call: &ChatCall<'_>,
        ask: &CompletionRequest,
    ) -> Result<ChatReply> {
        if !chat::fits(ask, call.model) {
            return Err(ServiceError::TooLong.to_user_error(call.model.provider_name));
        }
        let charge = Charge::reserve(call, ask)?;
        let exchange = ChatExchange { client: self, host, call, ask, charge };
        match exchange.run().await {
            Ok(reply) => {
                exchange.charge.pay(&reply);
                check_reply(reply, call.model.provider_name)
            }
            Err(error) => {
                exchange.charge.close(&error);
                Err(to_user_error(error, call.model.provider_name))
            }
        }
    }

    /// Whether a model streams its replies, as far as is known.
    pub fn is_streaming(&self, model: &ChatModel) -> bool {
        self.request_options(model).stream
    }

    fn set_request_options(&self, model: &ChatModel, options: RequestOptions) {
        self.request_options.borrow_mut().insert(options_key(model), options);
    }

    fn request_options(&self, model: &ChatModel) -> RequestOptions {
        let known = self.request_options.borrow().get(&options_key(model)).cloned();
        known.unwrap_or_else(|| RequestOptions::for_model(model))
    }
}

/// A chat request, with everything needed to send it again with other options.
struct ChatExchange<'a> {
    client: &'a Client,
    host: &'a dyn Host,
    call: &'a ChatCall<'a>,
    ask: &'a CompletionRequest,
    charge: Charge<'a>,
}

impl ChatExchange<'_> {
    /// Sends the request. As long as an error shows that the model does not accept an option, sends
    /// it again without that option. This ends, because each option is dropped only once.
    async fn run(&self) -> ServiceResult<ChatReply> {
        let model = self.call.model;
        let mut known = self.client.options(model);
        let mut cannot_stream = false;
        loop {
            let may_stream = self.call.streaming == Streaming::On && !cannot_stream;
            let options = RequestOptions { stream: known.stream && may_stream, ..known.clone() };
            let error = match self.send(&options).await {
                Ok(reply) => {
                    known.has_streamed |= options.stream;
                    known.stream &= !cannot_stream;
                    self.client.set_request_options(model, known);
                    return Ok(reply);
                }
                Err(error) => error,
            };
            if options.stream && is_no_stream(&error) {
                cannot_stream = true;
            } else if known.adapt(&error, self.ask.reply_format()) {
                self.client.set_request_options(model, known.clone());
            } else {
                return Err(error.without_echo_of(&chat::request(self.ask, model, &options)));
            }
        }
    }

    async fn send(&self, options: &RequestOptions) -> ServiceResult<ChatReply> {
        let model = self.call.model;
        let rate_limit = if model.endpoint.is_local() { LOCAL } else { REMOTE };
        let request = chat::request(self.ask, model, options).purpose(&self.ask.purpose);
        let job = Job { request, rate_limit, retry: RetryPolicy::Usual };
        let format = self.ask.reply_format();
        let parse = |response: &HttpResponse| {
            let reply = chat::parse(response, model.api);
            reply.map_err(|error| options.correct_status(error, format))
        };
        let whole = |request| self.host.http(request);
        let streamed = |request| self.stream(options, request);
        let send: &SendRequest<'_> = if options.stream { &streamed } else { &whole };
        let transport = Transport { send, before_retry: &|error| self.charge.before_retry(error) };
        self.client.run_with(self.host, &job, &transport, &parse).await
    }

    /// Requests a streamed reply and passes on its text as it arrives.
    fn stream(
        &self,
        options: &RequestOptions,
        request: HttpRequest,
    ) -> LocalFuture<'_, Result<HttpResponse>> {
        let stream = RefCell::new(ReplyStream::new(self.call.model.api));
        let has_streamed = options.has_streamed;
        Box::pin(async move {
            let on_bytes = |bytes: &[u8]| {
                let mut stream = stream.borrow_mut();
                stream.push(bytes);
                (self.call.on_text)(stream.text());
            };
            let response = self.host.stream(request, &on_bytes).await;
            response.map_err(|error| if has_streamed { as_broken_connection(error) } else { error })
        })
    }
}

/// The maximum cost of a call, which is reserved in the budget while the call runs. Every attempt
/// that the service may charge for is paid.
struct Charge<'a> {
    call: &'a ChatCall<'a>,
    input_tokens: u64,
    max_output_tokens: u64,
    reservation: RefCell<Option<Reservation<'a>>>,
}

impl<'a> Charge<'a> {
    /// Reserves the maximum cost of a call, or fails if the budget has too little left.
    fn reserve(call: &'a ChatCall<'a>, ask: &CompletionRequest) -> Result<Self> {
        let (input_tokens, max_output_tokens) = (ask.tokens(), u64::from(ask.max_tokens));
        let reservation = call.budget.reserve(call.price, input_tokens, max_output_tokens)?;
        let reservation = RefCell::new(Some(reservation));
        Ok(Self { call, input_tokens, max_output_tokens, reservation })
    }

    /// Pays for a failed attempt if the service may charge for it, and reserves the cost of the
    /// next attempt.
    fn before_retry(&self, error: &ServiceError) -> ServiceResult<()> {
        if !may_be_billed(error) {
            return Ok(());
        }
        self.close(error);
        let (input, output) = (self.input_tokens, self.max_output_tokens);
        let next = self.call.budget.reserve(self.call.price, input, output);
        let next = next.map_err(|error| ServiceError::NoResponse(error.into()))?;
        *self.reservation.borrow_mut() = Some(next);
        Ok(())
    }

    fn pay(&self, reply: &ChatReply) {
        if let Some(reservation) = self.reservation.take() {
            reservation.record(&usage(reply, self.input_tokens));
        }
    }

    /// Ends a call that has no reply. Pays the maximum cost if the service may charge for it.
    fn close(&self, error: &ServiceError) {
        if let Some(reservation) = self.reservation.take()
            && may_be_billed(error)
        {
            reservation.record_worst_case();
        }
    }
}

/// Whether the service may charge for a call that failed with this error.
fn may_be_billed(error: &ServiceError) -> bool {
    match error {
        ServiceError::Unreadable { .. } => true,
        ServiceError::NoResponse(error) => {
            matches!(error.code, ErrorCode::Timeout | ErrorCode::Cancelled | ErrorCode::BrokeOff)
        }
        _ => false,
    }
}

/// The token usage of a reply; estimated if the service does not return it.
fn usage(reply: &ChatReply, input_tokens: u64) -> Usage {
    if reply.usage.tokens() > 0 {
        return reply.usage;
    }
    Usage { input: input_tokens, output: tokens::estimate(&reply.text), ..Usage::default() }
}

/// Returns the error for the user. An exceeded budget is not an error of the service, so that error
/// is not changed.
fn to_user_error(error: ServiceError, name: &str) -> Error {
    match error {
        ServiceError::NoResponse(error) if error.code == ErrorCode::OverBudget => error,
        error => error.to_user_error(name),
    }
}

/// Turns `no-stream` into `unreachable`: a browser does not say why a request failed, but for a
/// service that has streamed before it must be a broken connection.
fn as_broken_connection(error: Error) -> Error {
    if error.code != ErrorCode::NoStream {
        return error;
    }
    Error::new(ErrorCode::Unreachable, "the connection was lost")
        .hint("Check your internet connection and try again.")
}

/// Whether an error means that the service cannot be streamed. Most services allow only their own
/// pages to read streams (CORS); the app fetches whole responses without this limit.
fn is_no_stream(error: &ServiceError) -> bool {
    matches!(error, ServiceError::NoResponse(error) if error.code == ErrorCode::NoStream)
}

fn options_key(model: &ChatModel) -> (String, String) {
    (model.endpoint.to_string(), model.model.clone())
}

/// Returns the reply if it has text, and else an error for the user.
fn check_reply(reply: ChatReply, name: &str) -> Result<ChatReply> {
    match &reply.stop_reason {
        StopReason::Refusal { .. } => {
            Err(Error::new(ErrorCode::Refusal, format!("{name} refused to answer"))
                .hint("Try another model, or remove the topic it refuses."))
        }
        StopReason::Length if reply.text.trim().is_empty() => Err(Error::new(
            ErrorCode::NoRoom,
            format!("{name} used all its tokens for reasoning and returned no answer"),
        )
        .hint("Choose a model that reasons less.")),
        StopReason::End if reply.text.trim().is_empty() => {
            Err(Error::new(ErrorCode::EmptyReply, format!("{name} returned an empty reply"))
                .hint("Try again, or choose another model."))
        }
        StopReason::End | StopReason::Length => Ok(reply),
    }
}

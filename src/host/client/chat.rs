//! Sends a chat request to a model, with the options that the model accepts and within the budget.

use std::cell::RefCell;

use crate::host::client::Client;
use crate::host::client::job::{Job, RetryPolicy, SendRequest, ServiceResult, Transport};
use crate::host::{Host, LocalFuture};
use crate::model::llm::{
    Budget, ChatModel, ChatReply, CompletionRequest, Price, ReplyStream, RequestOptions,
    Reservation, StopReason, Streaming, Usage, chat, tokens,
};
use crate::values::{Error, ErrorCode, Result};
use crate::web::http::{HttpRequest, HttpResponse, RateLimit, ServiceError};

/// Rate limit of a remote service, which handles several requests at the same time.
const REMOTE_RATE_LIMIT: RateLimit =
    RateLimit { min_request_interval_millis: 0, max_concurrent_requests: 4 };

/// Rate limit of a program on the user's machine, which handles one request at a time. Further
/// requests would only wait there and time out.
const LOCAL_RATE_LIMIT: RateLimit =
    RateLimit { min_request_interval_millis: 0, max_concurrent_requests: 1 };

/// How a chat request is sent: to which model, at which price, within which budget, and whether the
/// reply is streamed.
pub struct ChatCall<'a> {
    /// The model that replies.
    pub model: &'a ChatModel,
    /// The price of the model's tokens, if known.
    pub price: Option<Price>,
    /// The budget to which the cost of the reply is charged.
    pub budget: &'a Budget,
    /// Called whenever more text of a streamed reply arrives, with the whole text received so far.
    pub on_text: &'a dyn Fn(&str),
    /// Whether the reply is streamed, if the service supports that.
    pub streaming: Streaming,
}

impl Client {
    /// Sends a chat request and charges the budget for the reply. Errors are worded for the user; a
    /// refusal and an empty reply are errors too.
    pub async fn chat(
        &self,
        host: &dyn Host,
        call: &ChatCall<'_>,
        request: &CompletionRequest,
    ) -> Result<ChatReply> {
        if !chat::fits_context_window(request, call.model) {
            return Err(ServiceError::TooLong.to_user_error(call.model.provider_name));
        }
        let reservation = CallBudgetReservation::reserve_cost(call, request)?;
        let exchange = ChatExchange { client: self, host, call, request, reservation };
        match exchange.send_with_option_fallbacks().await {
            Ok(reply) => {
                exchange.reservation.record_reply_cost(&reply);
                reject_unusable_reply(reply, call.model.provider_name)
            }
            Err(error) => {
                exchange.reservation.record_failure_cost(&error);
                Err(to_user_error(error, call.model.provider_name))
            }
        }
    }

    /// Whether replies of this model are streamed: yes, unless an earlier request showed that it
    /// doesn't work.
    pub fn can_stream(&self, model: &ChatModel) -> bool {
        self.request_options(model).use_streaming
    }

    fn set_request_options(&self, model: &ChatModel, options: RequestOptions) {
        self.request_options.borrow_mut().insert(endpoint_and_model_name(model), options);
    }

    fn request_options(&self, model: &ChatModel) -> RequestOptions {
        let known = self.request_options.borrow().get(&endpoint_and_model_name(model)).cloned();
        known.unwrap_or_else(|| RequestOptions::for_model(model))
    }
}

/// A chat request, with everything needed to send it again with other options.
struct ChatExchange<'a> {
    client: &'a Client,
    host: &'a dyn Host,
    call: &'a ChatCall<'a>,
    request: &'a CompletionRequest,
    reservation: CallBudgetReservation<'a>,
}

impl ChatExchange<'_> {
    /// Sends the request. As long as an error shows that the model does not accept an option, sends
    /// it again without that option. This ends, because each option is dropped only once.
    async fn send_with_option_fallbacks(&self) -> ServiceResult<ChatReply> {
        let model = self.call.model;
        let mut known = self.client.request_options(model);
        let mut cannot_stream = false;
        loop {
            let may_stream = self.call.streaming == Streaming::On && !cannot_stream;
            let options = RequestOptions {
                use_streaming: known.use_streaming && may_stream,
                ..known.clone()
            };
            let error = match self.send_once(&options).await {
                Ok(reply) => {
                    known.has_streamed_before |= options.use_streaming;
                    known.use_streaming &= !cannot_stream;
                    self.client.set_request_options(model, known);
                    return Ok(reply);
                }
                Err(error) => error,
            };
            if options.use_streaming && is_streaming_unsupported(&error) {
                cannot_stream = true;
            } else if known.change_rejected_option(&error, self.request.reply_format()) {
                self.client.set_request_options(model, known.clone());
            } else {
                return Err(error.without_request_echo(&chat::request(
                    self.request,
                    model,
                    &options,
                )));
            }
        }
    }

    /// Sends the request with these options and returns the reply.
    async fn send_once(&self, options: &RequestOptions) -> ServiceResult<ChatReply> {
        let model = self.call.model;
        let rate_limit =
            if model.endpoint.is_on_this_device() { LOCAL_RATE_LIMIT } else { REMOTE_RATE_LIMIT };
        let request = chat::request(self.request, model, options).purpose(&self.request.purpose);
        let job = Job { request, rate_limit, retry: RetryPolicy::Usual };
        let format = self.request.reply_format();
        let parse = |response: &HttpResponse| {
            let reply = chat::parse(response, model.api);
            reply.map_err(|error| options.rejection_to_status_400(error, format))
        };
        let whole = |request| self.host.http(request);
        let streamed = |request| self.stream_reply(options, request);
        let send: &SendRequest<'_> = if options.use_streaming { &streamed } else { &whole };
        let transport =
            Transport { send, before_retry: &|error| self.reservation.reserve_retry_cost(error) };
        self.client.run_job_with_transport(self.host, &job, &transport, &parse).await
    }

    /// Requests a streamed reply and passes on its text as it arrives.
    fn stream_reply(
        &self,
        options: &RequestOptions,
        request: HttpRequest,
    ) -> LocalFuture<'_, Result<HttpResponse>> {
        let stream = RefCell::new(ReplyStream::new(self.call.model.api));
        let has_streamed = options.has_streamed_before;
        Box::pin(async move {
            let on_bytes = |bytes: &[u8]| {
                let mut stream = stream.borrow_mut();
                stream.push(bytes);
                (self.call.on_text)(stream.text());
            };
            let response = self.host.stream_response(request, &on_bytes).await;
            response.map_err(|error| {
                if has_streamed { treat_no_stream_as_unreachable(error) } else { error }
            })
        })
    }
}

/// The maximum cost of a call, which is reserved in the budget while the call runs. A failed
/// attempt is charged to the budget too if the service may bill it.
struct CallBudgetReservation<'a> {
    call: &'a ChatCall<'a>,
    input_tokens: u64,
    max_output_tokens: u64,
    reservation: RefCell<Option<Reservation<'a>>>,
}

impl<'a> CallBudgetReservation<'a> {
    /// Reserves the maximum cost of a call, or fails if the budget has too little left.
    fn reserve_cost(call: &'a ChatCall<'a>, request: &CompletionRequest) -> Result<Self> {
        let (input_tokens, max_output_tokens) =
            (request.estimated_tokens(), u64::from(request.max_reply_tokens));
        let reservation = call.budget.reserve(call.price, input_tokens, max_output_tokens)?;
        let reservation = RefCell::new(Some(reservation));
        Ok(Self { call, input_tokens, max_output_tokens, reservation })
    }

    /// If the service may bill a failed attempt, charges it to the budget and reserves the cost of
    /// the next attempt. Otherwise the existing reservation stays valid.
    fn reserve_retry_cost(&self, error: &ServiceError) -> ServiceResult<()> {
        if !may_bill_failed_call(error) {
            return Ok(());
        }
        self.record_failure_cost(error);
        let (input, output) = (self.input_tokens, self.max_output_tokens);
        let next = self.call.budget.reserve(self.call.price, input, output);
        let next = next.map_err(|error| ServiceError::NoResponse(error.into()))?;
        *self.reservation.borrow_mut() = Some(next);
        Ok(())
    }

    /// Charges the budget for the tokens that the reply reports, or for an estimate if it reports
    /// none.
    fn record_reply_cost(&self, reply: &ChatReply) {
        if let Some(reservation) = self.reservation.take() {
            reservation.record_usage(&reported_or_estimated_usage(reply, self.input_tokens));
        }
    }

    /// Releases the reserved cost of a failed call, and charges its maximum cost to the budget if
    /// the service may bill it.
    fn record_failure_cost(&self, error: &ServiceError) {
        if let Some(reservation) = self.reservation.take()
            && may_bill_failed_call(error)
        {
            reservation.record_worst_case();
        }
    }
}

/// Whether the service may charge for a call that failed with this error.
fn may_bill_failed_call(error: &ServiceError) -> bool {
    match error {
        ServiceError::Unreadable { .. } => true,
        ServiceError::NoResponse(error) => {
            matches!(error.code, ErrorCode::Timeout | ErrorCode::Cancelled | ErrorCode::BrokeOff)
        }
        _ => false,
    }
}

/// The token usage of a reply; estimated if the service does not return it.
fn reported_or_estimated_usage(reply: &ChatReply, input_tokens: u64) -> Usage {
    if reply.usage.total_tokens() > 0 {
        return reply.usage;
    }
    let calls = reply.tool_calls.iter().map(|call| format!("{}{}", call.name, call.arguments));
    let output = calls.map(|call| tokens::estimate_tokens(&call));
    let output_tokens = output.fold(tokens::estimate_tokens(&reply.text), u64::saturating_add);
    Usage { input_tokens, output_tokens, ..Usage::default() }
}

/// Converts an error to the message for the user, which names the service. The error of an exceeded
/// budget stays unchanged, because the service did not cause it.
fn to_user_error(error: ServiceError, provider_name: &str) -> Error {
    match error {
        ServiceError::NoResponse(error) if error.code == ErrorCode::OverBudget => error,
        error => error.to_user_error(provider_name),
    }
}

/// Changes the error `no-stream` to `unreachable`, for a service that has streamed before. A
/// browser reports a lost connection and a service without streaming in the same way, but this
/// service does support streaming.
fn treat_no_stream_as_unreachable(error: Error) -> Error {
    if error.code != ErrorCode::NoStream {
        return error;
    }
    Error::new(ErrorCode::Unreachable, "the connection was lost")
        .hint("Check your internet connection and try again.")
}

/// Whether an error means that replies of the service cannot be streamed. Browsers block streams
/// from services that don't permit other sites to read them (CORS); Obsidian can still fetch the
/// whole reply at once.
fn is_streaming_unsupported(error: &ServiceError) -> bool {
    matches!(error, ServiceError::NoResponse(error) if error.code == ErrorCode::NoStream)
}

fn endpoint_and_model_name(model: &ChatModel) -> (String, String) {
    (model.endpoint.to_string(), model.model_name.clone())
}

/// Returns the reply, or an error for the user if the model refused to answer, or returned neither
/// text nor a call.
fn reject_unusable_reply(reply: ChatReply, provider_name: &str) -> Result<ChatReply> {
    let is_empty = reply.text.trim().is_empty() && reply.tool_calls.is_empty();
    match &reply.stop_reason {
        StopReason::Refusal { .. } => {
            Err(Error::new(ErrorCode::Refusal, format!("{provider_name} refused to answer"))
                .hint("Try another model, or remove the topic it refuses."))
        }
        StopReason::Length if is_empty => Err(Error::new(
            ErrorCode::NoRoom,
            format!("{provider_name} used all its tokens for reasoning and returned no answer"),
        )
        .hint("Choose a model that reasons less.")),
        StopReason::End if is_empty => Err(Error::new(
            ErrorCode::EmptyReply,
            format!("{provider_name} returned an empty reply"),
        )
        .hint("Try again, or choose another model.")),
        StopReason::End | StopReason::Length => Ok(reply),
    }
}

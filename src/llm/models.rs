//! Which models a service has.

use serde_json::Value;

use crate::llm::chat::{ChatModel, ChatService};
use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::service::ServiceError;

/// Kinds of models that do not chat, by what their names say.
const OTHER_KINDS: [&str; 12] = [
    "embed",
    "whisper",
    "tts",
    "transcribe",
    "dall-e",
    "image",
    "moderation",
    "rerank",
    "audio",
    "realtime",
    "guard",
    "sora",
];

/// Asks for the list.
pub fn request(model: &ChatModel) -> HttpRequest {
    let at = |path| HttpRequest::get(model.endpoint.at(path));
    match model.service {
        ChatService::OpenAi => at("/models").key("authorization", "Bearer ", &model.secret),
        ChatService::Anthropic => at("/v1/models?limit=100")
            .header("anthropic-version", crate::llm::anthropic::VERSION)
            .key("x-api-key", "", &model.secret),
        ChatService::Gemini => {
            at("/v1beta/models?pageSize=200").key("x-goog-api-key", "", &model.secret)
        }
        ChatService::Ollama => at("/api/tags").key("authorization", "Bearer ", &model.secret),
    }
}

/// The names of those that chat, in the service's order.
pub fn parse(response: &HttpResponse) -> Result<Vec<String>, ServiceError> {
    if let Some(error) = ServiceError::of(response) {
        return Err(error);
    }
    let unreadable = ServiceError::Unreadable { what: "a list of models" };
    let body: Value = serde_json::from_str(&response.text).map_err(|_| unreadable.clone())?;
    let list = body.get("data").or_else(|| body.get("models")).or(Some(&body));
    let list = list.and_then(Value::as_array).ok_or(unreadable)?;
    Ok(list.iter().filter(|model| chats(model)).filter_map(name).collect())
}

fn name(model: &Value) -> Option<String> {
    let name = model.get("id").or_else(|| model.get("name"))?.as_str()?;
    Some(name.trim_start_matches("models/").to_owned())
}

fn chats(model: &Value) -> bool {
    let lower = name(model).unwrap_or_default().to_lowercase();
    let methods = model.get("supportedGenerationMethods").and_then(Value::as_array);
    methods.is_none_or(|methods| methods.iter().any(|method| method == "generateContent"))
        && !OTHER_KINDS.iter().any(|kind| lower.contains(kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(body: &str, expected: &str) {
        let found = parse(&HttpResponse::text(200, body));
        assert_eq!(found.map_or_else(|error| error.to_string(), |m| m.join(" ")), expected);
    }

    #[test]
    fn lists_of_all_services_are_read_and_models_that_do_not_chat_left_out() {
        check(r#"{"data":[{"id":"b"},{"id":"text-embedding-3"},{"id":"a"}]}"#, "b a");
        check(r#"[{"id":"a"}]"#, "a");
        check(r#"{"models":[{"name":"llama3:8b"},{"name":"nomic-embed-text"}]}"#, "llama3:8b");
        check(
            r#"{"models":[{"name":"models/g","supportedGenerationMethods":["generateContent"]},{"name":"models/e","supportedGenerationMethods":["embedContent"]}]}"#,
            "g",
        );
        check(r#"{"data":[]}"#, "");
        check("<html>", "returned a reply Ibid couldn't read (expected a list of models)");
        check("{}", "returned a reply Ibid couldn't read (expected a list of models)");
    }
}

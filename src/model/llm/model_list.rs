//! The list of models that a service offers.

use std::sync::LazyLock;

use serde_json::Value;

use crate::language::{WordList, word_list};
use crate::model::llm::chat::anthropic::API_VERSION;
use crate::model::llm::chat::{ChatApi, ChatModel};
use crate::web::http::{HttpRequest, HttpResponse, ServiceError};

/// Words in the names of models that cannot chat.
static NON_CHAT_MODEL_WORDS: WordList =
    LazyLock::new(|| word_list::words(include_str!("model_words.txt"), "non_chat"));

/// Builds the request for the list of models.
pub fn request(model: &ChatModel) -> HttpRequest {
    let get = |path| HttpRequest::get(model.endpoint.with_path(path));
    match model.api {
        ChatApi::OpenAi => {
            get("/models").secret_header("authorization", "Bearer ", &model.secret_name)
        }
        ChatApi::Anthropic => get("/v1/models?limit=100")
            .header("anthropic-version", API_VERSION)
            .secret_header("x-api-key", "", &model.secret_name),
        ChatApi::Gemini => get("/v1beta/models?pageSize=200").secret_header(
            "x-goog-api-key",
            "",
            &model.secret_name,
        ),
        ChatApi::Ollama => {
            get("/api/tags").secret_header("authorization", "Bearer ", &model.secret_name)
        }
    }
}

/// Parses the names of the models that can chat, in the order of the response.
pub fn parse(response: &HttpResponse) -> Result<Vec<String>, ServiceError> {
    if let Some(error) = ServiceError::from_response(response) {
        return Err(error);
    }
    let unreadable = ServiceError::Unreadable { expected: "a list of models" };
    let body: Value = serde_json::from_str(&response.text).map_err(|_| unreadable.clone())?;
    let list = body.get("data").or_else(|| body.get("models")).or(Some(&body));
    let list = list.and_then(Value::as_array).ok_or(unreadable)?;
    Ok(list.iter().filter(|model| can_chat(model)).filter_map(model_name).collect())
}

fn model_name(model: &Value) -> Option<String> {
    let name = model.get("id").or_else(|| model.get("name"))?.as_str()?;
    Some(name.trim_start_matches("models/").to_owned())
}

fn can_chat(model: &Value) -> bool {
    let lower = model_name(model).unwrap_or_default().to_lowercase();
    let methods = model.get("supportedGenerationMethods").and_then(Value::as_array);
    methods.is_none_or(|methods| methods.iter().any(|method| method == "generateContent"))
        && !NON_CHAT_MODEL_WORDS.iter().any(|word| lower.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(body: &str, expected: &str) {
        let found = parse(&HttpResponse::from_text(200, body));
        assert_eq!(found.map_or_else(|error| error.to_string(), |m| m.join(" ")), expected);
    }

    #[test]
    fn lists_of_all_services_are_parsed_without_models_that_cannot_chat() {
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

//! Answers a question: by the model if the user allowed one, else by the built-in engine, which also
//! answers if the model fails.

use crate::answers::run::{Permission, built_in_fallback_message};
use crate::features::agent::ToolCaller;
use crate::features::ask::asked_question::{AskedQuestion, QuestionPrivacy};
use crate::features::ask::built_in;
use crate::features::ask::by_model::AgentAnswer;
use crate::features::ask::request::AskResult;
use crate::settings::EngineChoice;
use crate::values::{Error, ErrorCode, Result};

/// Answers a question. The model, if there is one, calls the tools.
pub async fn answer_question(
    asked: &AskedQuestion<'_>,
    tools: &dyn ToolCaller,
) -> Result<AskResult> {
    if asked.request.question.trim().is_empty() {
        return Err(Error::new(ErrorCode::InvalidArgument, "The question is empty")
            .hint("Type a question."));
    }
    let answer = answer_by_chosen_engine(asked, tools).await?;
    let closest = if answer.is_found { Vec::new() } else { answer.closest };
    Ok(AskResult { closest, ..answer })
}

async fn answer_by_chosen_engine(
    asked: &AskedQuestion<'_>,
    tools: &dyn ToolCaller,
) -> Result<AskResult> {
    let built_in = built_in::answer_from_vault(asked).await?;
    if !may_call_model(asked) {
        return Ok(built_in);
    }
    match AgentAnswer::ask(asked, tools, &built_in).await {
        Ok(answer) => Ok(answer),
        Err(error) if error.code == ErrorCode::Cancelled => Err(error),
        Err(error) => {
            let warnings = vec![built_in_fallback_message(&error)];
            Ok(AskResult { warnings, ..built_in })
        }
    }
}

/// Whether a model may be called: never for a question about a private note.
fn may_call_model(asked: &AskedQuestion<'_>) -> bool {
    asked.request.model_permission == Permission::Allowed
        && asked.context.settings.engine == EngineChoice::Model
        && asked.privacy == QuestionPrivacy::Public
}

//! The engine's methods for questions to the vault and to the web.

use crate::answers::run::ChosenModel;
use crate::engine::Engine;
use crate::features::answer::{self, QuickAnswer, QuickAnswerRequest};
use crate::features::ask::{AskFiles, AskRequest, AskResult, AskServices, VaultQuestions};
use crate::features::research::services;
use crate::host::Host;
use crate::values::Result;

impl Engine {
    /// Looks a question up on the web and answers it in one paragraph.
    pub async fn answer_quickly(
        &self,
        host: &dyn Host,
        request: &QuickAnswerRequest,
    ) -> Result<QuickAnswer> {
        answer::answer_quickly(&self.workspace, host, request).await
    }

    /// Returns the model that would answer a question, if the user chose one. Only the user's own
    /// server is asked for its models.
    pub async fn quick_model(&self, host: &dyn Host) -> Option<ChosenModel> {
        services::chosen_quick_model(&self.workspace.settings_with_model(host).await)
    }

    /// Returns the services that the answer to a question would call. Sends nothing but a request for
    /// the names of the models to the user's own server, if the settings name no model.
    pub async fn ask_services(&self, host: &dyn Host, request: &AskRequest) -> Result<AskServices> {
        self.questions().services(host, request).await
    }

    /// Answers a question from the vault, with citations.
    pub async fn ask(&self, host: &dyn Host, request: &AskRequest) -> Result<AskResult> {
        self.questions().ask(host, request, &self.answered_questions).await
    }

    /// The files of a question that was asked since the app started. Fails if a note that was read for it
    /// has become private: others may read the files.
    pub async fn ask_files(&self, host: &dyn Host, run_id: &str) -> Result<AskFiles> {
        self.questions().files(host, &self.answered_questions, run_id).await
    }

    fn questions(&self) -> VaultQuestions<'_> {
        VaultQuestions { workspace: &self.workspace, catalog: &self.note_catalog }
    }
}

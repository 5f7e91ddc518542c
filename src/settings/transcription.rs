//! The service that transcribes audio files, if the user chose one.

use crate::model::llm::TranscriptionEndpoint;
use crate::settings::Settings;

impl Settings {
    /// The service that transcribes audio files; `None` if the user set none.
    pub fn transcription_endpoint(&self) -> Option<TranscriptionEndpoint> {
        TranscriptionEndpoint::new(
            &self.transcription_url,
            &self.transcription_model,
            &self.transcription_key_secret_name,
        )
    }
}

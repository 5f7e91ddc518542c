//! Which services a run would ask, and whether the user agreed to each.

use crate::research::agenda::AskedModel;
use crate::settings::{EngineChoice, Settings};

/// The services of the web that the settings name, each once; none for a private note.
pub fn asks(settings: &Settings, private: bool) -> Vec<String> {
    let mut names = Vec::new();
    if private {
        return names;
    }
    for source in settings.sources().lists.iter().flatten() {
        let name = source.service.name().to_owned();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The model that would be asked, if one is chosen and can be.
pub fn asked_model(settings: &Settings, private: bool) -> Option<AskedModel> {
    if private || settings.engine != EngineChoice::Model {
        return None;
    }
    let model = settings.report_model().ok()?;
    Some(AskedModel {
        name: model.model,
        host: model.endpoint.host().to_owned(),
        local: model.endpoint.is_local(),
    })
}

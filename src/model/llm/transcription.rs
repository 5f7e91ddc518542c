//! Transcripts of audio files, from an endpoint that the user set: OpenAI's API for Whisper, which most
//! services and local servers offer.

use serde::Deserialize;

use crate::model::llm::budget::Spending;
use crate::model::llm::money::Money;
use crate::web::http::{Endpoint, HttpRequest, HttpResponse, ServiceError};

/// Maximum size of an audio file in bytes: OpenAI accepts no larger one
/// (<https://platform.openai.com/docs/guides/speech-to-text>).
pub const MAX_AUDIO_BYTES: u64 = 25 * 1_000_000;

/// The default address and model.
const DEFAULT_URL: &str = "https://api.openai.com/v1";
const DEFAULT_MODEL: &str = "whisper-1";

/// The service whose price of the default model is known: $0.006 a minute, billed by the second
/// (<https://platform.openai.com/docs/pricing>).
const PRICED_HOST: &str = "api.openai.com";
const NANOS_PER_SECOND: u64 = 100_000;

/// Timeout in milliseconds: a recording of half an hour takes minutes on a slow machine.
const TRANSCRIPTION_TIMEOUT_MILLIS: u32 = 240_000;

/// A transcription model, and how to reach it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranscriptionEndpoint {
    /// The base URL of the service, including the API version.
    pub base_url: Endpoint,
    /// The name by which the service knows the model.
    pub model_name: String,
    /// The name of the secret that holds the API key; empty if there is none.
    pub secret_name: String,
}

impl TranscriptionEndpoint {
    /// The endpoint of the settings; `None` if the user set neither an address nor a key, or if the
    /// address isn't valid.
    pub fn new(url: &str, model: &str, secret_name: &str) -> Option<Self> {
        let (url, model) = (url.trim(), model.trim());
        if url.is_empty() && secret_name.is_empty() {
            return None;
        }
        Some(Self {
            base_url: match url.is_empty() {
                true => Endpoint::fixed(DEFAULT_URL),
                false => Endpoint::parse(url)?,
            },
            model_name: if model.is_empty() { DEFAULT_MODEL } else { model }.to_owned(),
            secret_name: secret_name.to_owned(),
        })
    }
}

/// The formats of audio files that are transcribed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AudioFormat {
    /// MPEG-4 audio.
    M4a,
    /// WebM.
    Webm,
    /// MP3.
    Mp3,
    /// WAV.
    Wav,
    /// Ogg.
    Ogg,
}

impl AudioFormat {
    const ALL: [Self; 5] = [Self::M4a, Self::Webm, Self::Mp3, Self::Wav, Self::Ogg];

    /// The format of a file, by the extension of its path.
    pub fn of_path(path: &str) -> Option<Self> {
        let extension = path.rsplit_once('.')?.1.to_lowercase();
        Self::ALL.into_iter().find(|format| format.extension() == extension)
    }

    const fn extension(self) -> &'static str {
        match self {
            Self::M4a => "m4a",
            Self::Webm => "webm",
            Self::Mp3 => "mp3",
            Self::Wav => "wav",
            Self::Ogg => "ogg",
        }
    }

    const fn media_type(self) -> &'static str {
        match self {
            Self::M4a => "audio/mp4",
            Self::Webm => "audio/webm",
            Self::Mp3 => "audio/mpeg",
            Self::Wav => "audio/wav",
            Self::Ogg => "audio/ogg",
        }
    }
}

/// Builds the request for the transcript of an audio file. The name of the file is not sent. `random`
/// makes the line between the parts of the body unlike anything in the file.
pub fn request(
    audio: &[u8],
    format: AudioFormat,
    endpoint: &TranscriptionEndpoint,
    random: u64,
) -> HttpRequest {
    let boundary = free_boundary(audio, random);
    let mut body = Vec::with_capacity(audio.len() + 1_000);
    for (name, value) in [("model", endpoint.model_name.as_str()), ("response_format", "json")] {
        let value = value.replace(['\r', '\n'], " ");
        body.extend_from_slice(
            format!(
                "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
            )
            .as_bytes(),
        );
    }
    let (extension, media_type) = (format.extension(), format.media_type());
    body.extend_from_slice(
        format!("--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"audio.{extension}\"\r\nContent-Type: {media_type}\r\n\r\n")
            .as_bytes(),
    );
    body.extend_from_slice(audio);
    body.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
    let url = endpoint.base_url.with_path("/audio/transcriptions");
    HttpRequest::post_multipart(url, &boundary, body)
        .secret_header("authorization", "Bearer ", &endpoint.secret_name)
        .timeout(TRANSCRIPTION_TIMEOUT_MILLIS)
        .purpose("transcribe audio")
}

/// A boundary that does not occur in the file.
fn free_boundary(audio: &[u8], random: u64) -> String {
    let mut number = random;
    loop {
        let boundary = format!("ibid-{number:016x}");
        let is_taken = audio.windows(boundary.len()).any(|part| part == boundary.as_bytes());
        if !is_taken {
            return boundary;
        }
        number = number.wrapping_add(1);
    }
}

/// What an audio file says, and how long it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Transcript {
    /// The text.
    pub text: String,
    /// The length of the recording in seconds, if the service bills by it and says it.
    seconds: Option<f64>,
}

impl Transcript {
    /// What the transcript cost.
    pub fn spending(&self, endpoint: &TranscriptionEndpoint) -> Spending {
        if endpoint.base_url.is_on_this_device() {
            return Spending::default();
        }
        let has_known_price =
            endpoint.base_url.host() == PRICED_HOST && endpoint.model_name == DEFAULT_MODEL;
        let seconds = self.seconds.filter(|_| has_known_price);
        // A length that is no number, or negative, becomes 0 here.
        let nanos = seconds.map(|it| (it.ceil() as u64).saturating_mul(NANOS_PER_SECOND));
        Spending {
            money: nanos.map_or(Money::ZERO, Money::from_nanos),
            tokens: 0,
            call_count: 1,
            unknown_price_calls: u64::from(nanos.is_none()),
        }
    }
}

#[derive(Deserialize)]
struct TranscriptionResponse {
    text: String,
    #[serde(default)]
    usage: TranscriptionUsage,
}

/// What a service bills. Only some say it, and some count tokens instead.
#[derive(Default, Deserialize)]
struct TranscriptionUsage {
    #[serde(default)]
    seconds: Option<f64>,
}

/// Parses the transcript in a response.
pub fn parse(response: &HttpResponse) -> Result<Transcript, ServiceError> {
    if let Some(error) = ServiceError::from_response(response) {
        return Err(error);
    }
    let body: Result<TranscriptionResponse, _> = serde_json::from_str(&response.text);
    body.map(|body| Transcript { text: body.text.trim().to_owned(), seconds: body.usage.seconds })
        .map_err(|_| ServiceError::Unreadable { expected: "a transcript" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_body_has_the_parts_of_a_form() {
        let endpoint = TranscriptionEndpoint::new("http://localhost:9/v1", "", "my key").unwrap();
        // The first boundary occurs in the file, so that the next one is used.
        let request = request(b"\xff ibid-0000000000000007 \x00", AudioFormat::M4a, &endpoint, 7);
        let expected = "--ibid-0000000000000008\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\nwhisper-1\r\n--ibid-0000000000000008\r\nContent-Disposition: form-data; name=\"response_format\"\r\n\r\njson\r\n--ibid-0000000000000008\r\nContent-Disposition: form-data; name=\"file\"; filename=\"audio.m4a\"\r\nContent-Type: audio/mp4\r\n\r\n? ibid-0000000000000007 \0\r\n--ibid-0000000000000008--\r\n";
        let body: Vec<u8> =
            request.body_bytes.iter().map(|b| if *b == 0xff { b'?' } else { *b }).collect();
        assert_eq!(String::from_utf8(body).unwrap(), expected);
        assert_eq!(request.url, "http://localhost:9/v1/audio/transcriptions");
        let kind = (
            "content-type".to_owned(),
            "multipart/form-data; boundary=ibid-0000000000000008".to_owned(),
        );
        assert!(request.headers.contains(&kind));
        assert_eq!(request.secret_header.unwrap().secret_name, "my key");
    }

    #[test]
    fn an_endpoint_needs_an_address_or_a_key() {
        let check = |url: &str, key: &str, expected: Option<&str>| {
            let endpoint = TranscriptionEndpoint::new(url, " big ", key);
            assert_eq!(endpoint.as_ref().map(|it| it.base_url.host()), expected);
            assert!(endpoint.is_none_or(|it| it.model_name == "big"));
        };
        check("", "", None);
        check("", "k", Some("api.openai.com"));
        check(" http://box.local:9/v1 ", "", Some("box.local:9"));
        check("a b", "k", None);
    }

    #[test]
    fn a_response_is_a_transcript_or_an_error() {
        let check = |status, text: &str, expected: Result<&str, &str>| {
            let parsed = parse(&HttpResponse::from_text(status, text));
            let parsed = parsed.map(|it| it.text).map_err(|error| error.to_string());
            assert_eq!(parsed.as_deref().map_err(String::as_str), expected);
        };
        check(200, "{\"text\": \" Hello. \"}", Ok("Hello."));
        check(200, "Hello", Err("returned a reply Ibid couldn't read (expected a transcript)"));
        check(500, "", Err("returned HTTP 500"));
    }

    #[test]
    fn a_transcript_costs_what_its_length_costs_if_the_price_is_known() {
        let check = |url: &str, model: &str, usage: &str, expected: (u64, u64, u64)| {
            let endpoint = TranscriptionEndpoint::new(url, model, "k").unwrap();
            let text = format!("{{\"text\": \"Hello.\"{usage}}}");
            let transcript = parse(&HttpResponse::from_text(200, text)).unwrap();
            let spent = transcript.spending(&endpoint);
            let seen = (spent.money.nanos(), spent.call_count, spent.unknown_price_calls);
            assert_eq!(seen, expected, "{url} {model} {usage}");
        };
        let minute = ", \"usage\": {\"type\": \"duration\", \"seconds\": 59.2}";
        check("", "", minute, (6_000_000, 1, 0));
        check("", "", "", (0, 1, 1));
        check("", "", ", \"usage\": {\"type\": \"tokens\", \"input_tokens\": 14}", (0, 1, 1));
        check("", "gpt-4o-transcribe", minute, (0, 1, 1));
        check("https://whisper.example.org/v1", "", minute, (0, 1, 1));
        check("http://localhost:9/v1", "", minute, (0, 0, 0));
    }

    #[test]
    fn formats_are_found_by_the_extension() {
        let check = |path: &str, expected| assert_eq!(AudioFormat::of_path(path), expected);
        check("a/b.M4A", Some(AudioFormat::M4a));
        check("a.ogg", Some(AudioFormat::Ogg));
        check("a.flac", None);
        check("mp3", None);
    }
}

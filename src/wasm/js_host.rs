//! The host that JavaScript provides: one object for the vault and the device, and one for the
//! running call.

use js_sys::Uint8Array;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::host::{
    DailyNote, LocalFuture, Network, NoteAccess, NoteInfo, Platform, Storage, StorageState,
    TaskControl, Timer, answer_limit_millis, unsupported_error,
};
use crate::notes::note::{NoteEdit, NotePath};
use crate::values::{Error, Progress, Result, Timestamp};
use crate::wasm::js_value::{JsAnswer, from_js, text_from_js, to_js};
use crate::wasm::note_list;
use crate::wasm::platform_timer::platform_timer;
use crate::web::http::{HttpRequest, HttpResponse};

/// Maximum duration of one timer in `sleep_until`, in milliseconds; longer waits use several
/// timers.
const MAX_TIMER_MILLIS: u32 = 1_000;

/// The TypeScript types of the objects that JavaScript passes to the core.
#[wasm_bindgen(typescript_custom_section)]
const HOST_TYPESCRIPT: &str = r#"
/** Access to the vault, the network and the device. The error of a rejected promise may have a `code` and a `hint`. */
export interface Host {
  /** Sends a request and returns the response, whatever its status is. */
  http(request: HttpRequest): Promise<HttpResponse>;
  /**
   * Returns all files of the vault. A `NoteList` is faster than objects if there are thousands of files. A host without
   * it has no vault.
   */
  notes?(): Promise<NoteInfo[] | NoteList>;
  /** Returns the text of a note. */
  read(path: string): Promise<string>;
  /** Returns the current path of a note that may have been renamed. Without this method, paths don't change. */
  locate?(path: string): Promise<string>;
  /** Edits a note and returns its current path. */
  edit(path: string, edit: NoteEdit): Promise<string>;
  /** Creates a note and returns its path, which differs if a file with this path exists. */
  create(path: string, text: string): Promise<string>;
  /** Moves a note, makes missing folders, and lets links follow. Fails with `note-exists` instead of overwriting. Without this method, notes can't be moved. */
  rename?(from: string, to: string): Promise<string>;
  /** Moves a note to the trash, only to take back its creation. */
  trash?(path: string): Promise<void>;
  /** Returns the bytes of a file that is no note, such as an audio file. Without this method, attachments can't be read. */
  readBinary?(path: string): Promise<Uint8Array>;
  /** Returns today's daily note, by the settings of the app: its path, and the text with which it would be created. */
  dailyNote?(): Promise<DailyNote | undefined>;
  /** Returns the bytes that were saved under a name on this device. */
  load(name: string): Promise<Uint8Array | undefined>;
  /** Saves bytes under a name on this device. An empty array deletes what was saved. */
  save(name: string, bytes: Uint8Array): Promise<void>;
  /** Deletes everything that was saved on this device. */
  forget(): Promise<void>;
  /** Waits for a number of milliseconds. */
  sleep(millis: number): Promise<void>;
  /** Returns the time in milliseconds since 1970. */
  now(): number;
  /** Returns the offset of the local time from UTC, in minutes. */
  offsetMinutes(): number;
  /** Returns a random number from 0 to below 1. */
  random(): number;
  /** Decodes bytes with the encoding of this name. */
  decode(bytes: Uint8Array, charset: string): string;
  /** Returns an API key by its name, for requests with a streamed response, which the core sends itself. */
  secret(name: string): Promise<string>;
}

/** The files of a vault as one string and arrays of numbers. */
export interface NoteList {
  /** All paths, separated by NUL characters. */
  paths: string;
  /** Times of the last changes in milliseconds since 1970, in the order of the paths. */
  modified: Float64Array;
  /** Times at which the files were created, in the order of the paths; 0 where it is unknown. */
  created?: Float64Array;
  /** Sizes in bytes, in the order of the paths. */
  sizes: Float64Array;
}

/** Progress and cancellation of one running call. */
export interface Task {
  /** Called when the call makes progress. */
  report(progress: Progress): void;
  /** Returns whether the user cancelled the call. */
  cancelled(): boolean;
  /** Resolves when the user cancels the call, so that the call stops waiting at once. */
  readonly stopped?: Promise<void>;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// The JavaScript object through which the core uses the vault, the network and the device.
    #[wasm_bindgen(typescript_type = "Host")]
    pub type HostObject;
    #[wasm_bindgen(method, catch)]
    async fn http(this: &HostObject, request: JsValue) -> JsAnswer<JsValue>;
    #[wasm_bindgen(method, catch)]
    async fn notes(this: &HostObject) -> JsAnswer<JsValue>;
    #[wasm_bindgen(method, getter, js_name = "notes")]
    fn notes_property(this: &HostObject) -> JsValue;
    #[wasm_bindgen(method, catch)]
    async fn read(this: &HostObject, path: &str) -> JsAnswer<JsValue>;
    #[wasm_bindgen(method, catch)]
    async fn locate(this: &HostObject, path: &str) -> JsAnswer<JsValue>;
    #[wasm_bindgen(method, getter, js_name = "locate")]
    fn locate_property(this: &HostObject) -> JsValue;
    #[wasm_bindgen(method, catch)]
    async fn edit(this: &HostObject, path: &str, edit: JsValue) -> JsAnswer<JsValue>;
    #[wasm_bindgen(method, catch)]
    async fn create(this: &HostObject, path: &str, text: &str) -> JsAnswer<JsValue>;
    #[wasm_bindgen(method, catch)]
    async fn rename(this: &HostObject, from: &str, to: &str) -> JsAnswer<JsValue>;
    #[wasm_bindgen(method, getter, js_name = "rename")]
    fn rename_property(this: &HostObject) -> JsValue;
    #[wasm_bindgen(method, catch)]
    async fn trash(this: &HostObject, path: &str) -> JsAnswer<JsValue>;
    #[wasm_bindgen(method, getter, js_name = "trash")]
    fn trash_property(this: &HostObject) -> JsValue;
    #[wasm_bindgen(method, catch, js_name = "readBinary")]
    async fn read_binary(this: &HostObject, path: &str) -> JsAnswer<JsValue>;
    #[wasm_bindgen(method, getter, js_name = "readBinary")]
    fn read_binary_property(this: &HostObject) -> JsValue;
    #[wasm_bindgen(method, catch, js_name = "dailyNote")]
    async fn daily_note(this: &HostObject) -> JsAnswer<JsValue>;
    #[wasm_bindgen(method, getter, js_name = "dailyNote")]
    fn daily_note_property(this: &HostObject) -> JsValue;
    #[wasm_bindgen(method, catch)]
    async fn load(this: &HostObject, name: &str) -> JsAnswer<JsValue>;
    #[wasm_bindgen(method, catch)]
    async fn save(this: &HostObject, name: &str, bytes: Uint8Array) -> JsAnswer<JsValue>;
    #[wasm_bindgen(method, catch)]
    async fn forget(this: &HostObject) -> JsAnswer<JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(super) async fn sleep(this: &HostObject, millis: u32) -> JsAnswer<JsValue>;
    #[wasm_bindgen(method)]
    pub(super) fn now(this: &HostObject) -> f64;
    #[wasm_bindgen(method, js_name = "offsetMinutes")]
    fn offset_minutes(this: &HostObject) -> i32;
    #[wasm_bindgen(method)]
    fn random(this: &HostObject) -> f64;
    #[wasm_bindgen(method, catch)]
    fn decode(this: &HostObject, bytes: &[u8], charset: &str) -> JsAnswer<String>;
    #[wasm_bindgen(method, catch)]
    pub(super) async fn secret(this: &HostObject, name: &str) -> JsAnswer<JsValue>;

    /// The JavaScript object of one running call: it gets progress messages and knows whether the
    /// user stopped the call.
    #[wasm_bindgen(typescript_type = "Task")]
    pub type Task;
    #[wasm_bindgen(method)]
    fn report(this: &Task, progress: JsValue);
    #[wasm_bindgen(method)]
    fn cancelled(this: &Task) -> bool;
    #[wasm_bindgen(method, getter)]
    pub(super) fn stopped(this: &Task) -> JsValue;
}

/// The host of one call. It combines the JavaScript object for the vault, the network and the
/// device with the object of the call.
pub struct JsHost<'a> {
    /// Gives access to the vault, the network and the device.
    pub host: &'a HostObject,
    /// Gets the progress of the running call and knows whether the user stopped it.
    pub task: &'a Task,
    /// Whether the device's storage has answered so far.
    pub storage_state: &'a StorageState,
}

impl Network for JsHost<'_> {
    fn http(&self, request: HttpRequest) -> LocalFuture<'_, Result<HttpResponse>> {
        Box::pin(async move {
            let asked = to_js(&request)?;
            self.run_unless_stopped(async { from_js(self.host.http(asked).await) }).await
        })
    }

    fn stream_response<'a>(
        &'a self,
        request: HttpRequest,
        piece: &'a dyn Fn(&[u8]),
    ) -> LocalFuture<'a, Result<HttpResponse>> {
        Box::pin(self.fetch_streaming(request, piece))
    }
}

impl NoteAccess for JsHost<'_> {
    fn notes(&self) -> LocalFuture<'_, Result<Vec<NoteInfo>>> {
        Box::pin(async move {
            match self.host.notes_property().is_function() {
                true => note_list::read_note_list(self.host.notes().await),
                false => Ok(Vec::new()),
            }
        })
    }

    fn read<'a>(&'a self, path: &'a NotePath) -> LocalFuture<'a, Result<String>> {
        Box::pin(async move { text_from_js(self.host.read(path.as_str()).await) })
    }

    fn current_path<'a>(&'a self, path: &'a NotePath) -> LocalFuture<'a, Result<NotePath>> {
        Box::pin(async move {
            match self.host.locate_property().is_function() {
                true => from_js(self.host.locate(path.as_str()).await),
                false => Ok(path.clone()),
            }
        })
    }

    fn edit<'a>(&'a self, path: &'a NotePath, edit: NoteEdit) -> LocalFuture<'a, Result<NotePath>> {
        Box::pin(async move { from_js(self.host.edit(path.as_str(), to_js(&edit)?).await) })
    }

    fn create<'a>(&'a self, path: &'a NotePath, text: String) -> LocalFuture<'a, Result<NotePath>> {
        Box::pin(async move { from_js(self.host.create(path.as_str(), &text).await) })
    }

    fn rename<'a>(
        &'a self,
        from: &'a NotePath,
        to: &'a NotePath,
    ) -> LocalFuture<'a, Result<NotePath>> {
        Box::pin(async move {
            match self.host.rename_property().is_function() {
                true => from_js(self.host.rename(from.as_str(), to.as_str()).await),
                false => Err(unsupported_error("move notes")),
            }
        })
    }

    fn trash<'a>(&'a self, path: &'a NotePath) -> LocalFuture<'a, Result<()>> {
        Box::pin(async move {
            match self.host.trash_property().is_function() {
                true => self.host.trash(path.as_str()).await.map(drop).map_err(Error::from),
                false => Err(unsupported_error("delete notes")),
            }
        })
    }

    fn read_file<'a>(&'a self, path: &'a str) -> LocalFuture<'a, Result<Vec<u8>>> {
        Box::pin(async move {
            if !self.host.read_binary_property().is_function() {
                return Err(unsupported_error("read attachments"));
            }
            Ok(Uint8Array::new(&self.host.read_binary(path).await?).to_vec())
        })
    }

    fn daily_note(&self) -> LocalFuture<'_, Result<Option<DailyNote>>> {
        Box::pin(async move {
            match self.host.daily_note_property().is_function() {
                true => from_js(self.host.daily_note().await),
                false => Ok(None),
            }
        })
    }
}

impl Storage for JsHost<'_> {
    fn load<'a>(&'a self, name: &'a str) -> LocalFuture<'a, Result<Option<Vec<u8>>>> {
        Box::pin(self.storage_answer(0, async move {
            let found = self.host.load(name).await?;
            Ok(found.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec))
        }))
    }

    fn save<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> LocalFuture<'a, Result<()>> {
        Box::pin(self.storage_answer(bytes.len(), async move {
            let bytes = Uint8Array::from(bytes.as_slice());
            self.host.save(name, bytes).await.map(drop).map_err(Error::from)
        }))
    }

    fn delete_all(&self) -> LocalFuture<'_, Result<()>> {
        Box::pin(self.storage_answer(0, async move {
            self.host.forget().await.map(drop).map_err(Error::from)
        }))
    }

    fn is_storage_absent(&self) -> bool {
        self.storage_state.is_absent()
    }
}

impl JsHost<'_> {
    /// Waits for an answer of the storage that writes so many bytes.
    async fn storage_answer<T>(
        &self,
        bytes: usize,
        answer: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let half_limit = || platform_timer(answer_limit_millis(bytes) / 2);
        self.storage_state.answer_in_time(answer, half_limit).await
    }
}

impl Platform for JsHost<'_> {
    fn now(&self) -> Timestamp {
        Timestamp {
            unix_millis: self.host.now() as i64,
            utc_offset_minutes: self.host.offset_minutes(),
        }
    }

    fn random(&self) -> u64 {
        // JavaScript returns a fraction below one with 52 random bits. The multiplication turns
        // them into an integer.
        (self.host.random() * 2_f64.powi(52)) as u64
    }

    fn decode(&self, bytes: &[u8], charset: &str) -> String {
        let plain = |_| String::from_utf8_lossy(bytes).into_owned();
        self.host.decode(bytes, charset).unwrap_or_else(plain)
    }
}

impl TaskControl for JsHost<'_> {
    fn report(&self, progress: &Progress) {
        if let Ok(progress) = progress.into_js() {
            self.task.report(progress.into());
        }
    }

    fn is_cancelled(&self) -> bool {
        self.task.cancelled()
    }
}

impl Timer for JsHost<'_> {
    fn sleep(&self, millis: u32) -> LocalFuture<'_, ()> {
        Box::pin(async move {
            // If the timer fails, the work goes on without the pause.
            let timer = async { self.host.sleep(millis).await.map(drop).map_err(Error::from) };
            let _ = self.run_unless_stopped(timer).await;
        })
    }

    /// Uses several short timers, because a long one would keep running after the caller is gone.
    fn sleep_until(&self, at: Timestamp) -> LocalFuture<'_, ()> {
        Box::pin(async move {
            while self.now().unix_millis < at.unix_millis && !self.is_cancelled() {
                self.sleep(MAX_TIMER_MILLIS).await;
            }
        })
    }

    fn wait_until_stopped(&self) -> LocalFuture<'_, ()> {
        Box::pin(self.wait_until_user_stops())
    }
}

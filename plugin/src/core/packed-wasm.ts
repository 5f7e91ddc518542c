/**
 * The core as main.js carries it, compressed by xz and written as Z85 text. Builds for development replace this file: the
 * page that they run in fetches the core (plugin/esbuild.config.mjs).
 */
import wasm from "ibid:wasm";
import { XzReadableStream } from "xz-decompress";
import { createYieldToApp } from "./yield-to-app";
import { decodeZ85 } from "./z85";

/** Returns the bytes of the wasm, yielding to the app in between. */
export async function unpackWasm(): Promise<BufferSource> {
  return decompress(await decodeZ85(wasm));
}

/**
 * Decompresses xz data, yielding to the app between chunks. Compared with gzip, which the browser could decompress by
 * itself, main.js is a third smaller and the first start takes a tenth of a second longer.
 */
async function decompress(xz: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new XzReadableStream(streamOf(xz)).getReader();
  const yieldToApp = createYieldToApp();
  const chunks: Uint8Array[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
    await yieldToApp();
  }
  return joinChunks(chunks);
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

function joinChunks(chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.length, 0));
  let end = 0;
  for (const chunk of chunks) {
    joined.set(chunk, end);
    end += chunk.length;
  }
  return joined;
}

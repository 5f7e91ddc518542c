/**
 * requestUrl over fetch. As in the app there is no streaming, no abort and no timeout, redirects are followed and no
 * cookies are sent. Unlike the app, a browser is subject to CORS.
 */
import type { RequestUrlParam, RequestUrlResponse, RequestUrlResponsePromise } from "obsidian";

const REFUSED_HEADERS = new Set(["host", "content-length"]);

/** Converts a connection error of Node's fetch to the message of the app. */
const NETWORK_ERRORS: Record<string, string> = {
  ECONNREFUSED: "net::ERR_CONNECTION_REFUSED",
  ECONNRESET: "net::ERR_CONNECTION_RESET",
  UND_ERR_SOCKET: "net::ERR_CONNECTION_CLOSED",
  ENOTFOUND: "net::ERR_NAME_NOT_RESOLVED",
  EAI_AGAIN: "net::ERR_NAME_NOT_RESOLVED",
};

export function requestUrl(request: RequestUrlParam | string): RequestUrlResponsePromise {
  const answer = send(typeof request === "string" ? { url: request } : request);
  // Evaluated on demand: promises created ahead would all reject, unhandled, with a failed request.
  return Object.defineProperties(answer, {
    arrayBuffer: { get: () => answer.then((response) => response.arrayBuffer) },
    json: { get: () => answer.then((response): unknown => response.json) },
    text: { get: () => answer.then((response) => response.text) },
  }) as RequestUrlResponsePromise;
}

/** The short form: returns the text of the response. */
export function request(request: RequestUrlParam | string): Promise<string> {
  return requestUrl(request).text;
}

async function send(params: RequestUrlParam): Promise<RequestUrlResponse> {
  const { status, headers, body } = await exchange(params);
  if (status >= 400 && params.throw !== false) {
    throw Object.assign(new Error(`Request failed, status ${status}`), { status, headers });
  }
  const text = new TextDecoder().decode(body);
  return {
    status,
    headers,
    arrayBuffer: body,
    text,
    get json(): unknown {
      return JSON.parse(text);
    },
  };
}

async function exchange(
  params: RequestUrlParam,
): Promise<{ status: number; headers: Record<string, string>; body: ArrayBuffer }> {
  const headers = requestHeaders(params);
  if (!URL.canParse(params.url)) throw new Error("net::ERR_INVALID_URL");
  try {
    const response = await fetch(params.url, {
      method: params.method ?? "GET",
      headers,
      body: requestBody(params.body),
      credentials: "omit",
      cache: "no-store",
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.arrayBuffer(),
    };
  } catch (error) {
    throw new Error(networkError(error), { cause: error });
  }
}

function requestHeaders(params: RequestUrlParam): Headers {
  const headers = new Headers(params.headers);
  if ([...headers.keys()].some((name) => REFUSED_HEADERS.has(name))) throw new Error("net::ERR_INVALID_ARGUMENT");
  if (params.contentType !== undefined) headers.set("content-type", params.contentType);
  return headers;
}

/** Bytes, because fetch would label a string as text/plain, and the app adds no label. */
function requestBody(body: string | ArrayBuffer | undefined): BodyInit | undefined {
  return typeof body === "string" ? new TextEncoder().encode(body) : body;
}

function networkError(error: unknown): string {
  if (!navigator.onLine) return "net::ERR_INTERNET_DISCONNECTED";
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
  return NETWORK_ERRORS[code] ?? "net::ERR_FAILED";
}

import type { ErrorCode } from "../../pkg/ibid";

/**
 * What went wrong, in the shape in which it crosses the worker's border: a stable code for the
 * program, a message and a hint for the person. Shows nothing itself.
 */
export interface Failure {
  code: ErrorCode;
  message: string;
  hint: string;
}

/** A failure that can be thrown. */
export class IbidError extends Error implements Failure {
  readonly code: ErrorCode;
  readonly hint: string;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = "IbidError";
    this.code = failure.code;
    this.hint = failure.hint;
  }
}

/** Whatever was thrown, as a failure. An error without a code is one that nobody expected. */
export function failureOf(thrown: unknown): Failure {
  const parts: Record<string, unknown> = typeof thrown === "object" && thrown !== null ? { ...thrown } : {};
  return {
    code: typeof parts.code === "string" ? (parts.code as ErrorCode) : "unexpected",
    message: thrown instanceof Error ? thrown.message : textOr(parts.message, "Unexpected error"),
    hint: textOr(parts.hint, ""),
  };
}

/** Message and hint as the sentences a person reads. */
export function sentences(failure: Pick<Failure, "message" | "hint">): string {
  const message = /[.!?]$/.test(failure.message) ? failure.message : `${failure.message}.`;
  return failure.hint === "" ? message : `${message} ${failure.hint}`;
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}

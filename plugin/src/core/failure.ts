import type { ErrorCode } from "../../../pkg/ibid";

/** An error as it crosses the worker boundary: a stable code for the program, a message and a hint for the user. */
export interface Failure {
  code: ErrorCode;
  message: string;
  hint: string;
}

/** A `Failure` as an exception, with the same code, message and hint. */
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

/** Converts a thrown value to a failure. An error without a code gets the code `unexpected`. */
export function toFailure(thrown: unknown): Failure {
  const thrownFields: Record<string, unknown> = typeof thrown === "object" && thrown !== null ? { ...thrown } : {};
  return {
    code: typeof thrownFields.code === "string" ? (thrownFields.code as ErrorCode) : "unexpected",
    message: thrown instanceof Error ? thrown.message : stringOr(thrownFields.message, "Unexpected error"),
    hint: stringOr(thrownFields.hint, ""),
  };
}

/** Joins message and hint to one text for the user. Adds a full stop to the message if it has none. */
export function failureText(failure: Pick<Failure, "message" | "hint">): string {
  const messageSentence = /[.!?]$/.test(failure.message) ? failure.message : `${failure.message}.`;
  return failure.hint === "" ? messageSentence : `${messageSentence} ${failure.hint}`;
}

function stringOr(value: unknown, fallback: string): string {
  return typeof value === "string" ? value : fallback;
}

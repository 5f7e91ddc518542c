/** Every thrown value becomes a text for the user. */
import { expect, test } from "vitest";
import { failureText, IbidError, toFailure } from "../src/core/failure";

test("an error keeps its code and hint across the worker boundary", () => {
  const error = new IbidError({ code: "note-empty", message: "The note is empty", hint: "Write first." });
  expect(toFailure(error)).toEqual({ code: "note-empty", message: "The note is empty", hint: "Write first." });
  expect(toFailure(structuredClone(toFailure(error)))).toEqual(toFailure(error));
});

test.each([["text"], [undefined], [null], [{ code: 7 }]])("%j gives a failure all the same", (thrown) => {
  expect(toFailure(thrown)).toEqual({ code: "unexpected", message: "Unexpected error", hint: "" });
});

test("message and hint read as sentences", () => {
  expect(failureText({ code: "x", message: "It failed", hint: "Try again." })).toBe("It failed. Try again.");
  expect(failureText({ code: "x", message: "Really?", hint: "" })).toBe("Really?");
});

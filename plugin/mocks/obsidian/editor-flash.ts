/** The highlight of a search match in the editor. It ends when the user moves the cursor or changes the text. */
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

interface TextRange {
  from: number;
  to: number;
}

/** Highlights these ranges instead of the ones before. */
export const flash = StateEffect.define<TextRange[]>();

const mark = Decoration.mark({ class: "is-flashing" });

export const flashField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    const ranges = transaction.effects.find((effect) => effect.is(flash))?.value as TextRange[] | undefined;
    if (ranges)
      return Decoration.set(ranges.filter(({ from, to }) => from < to).map(({ from, to }) => mark.range(from, to)));
    return transaction.docChanged || transaction.selection ? Decoration.none : shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

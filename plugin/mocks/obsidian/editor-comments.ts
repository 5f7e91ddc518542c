/**
 * Finds the `%%` comments of a document. They may span many lines, so they are stored in the editor state and searched
 * again only when the text changes.
 */
import { StateField, type EditorState, type Text } from "@codemirror/state";

export interface CommentRange {
  from: number;
  to: number;
}

function find(doc: Text): CommentRange[] {
  const found: CommentRange[] = [];
  for (const match of doc.toString().matchAll(/%%[\s\S]*?(?:%%|$)/g))
    found.push({ from: match.index, to: match.index + match[0].length });
  return found;
}

export const commentField = StateField.define<CommentRange[]>({
  create: (state) => find(state.doc),
  update: (comments, transaction) => (transaction.docChanged ? find(transaction.newDoc) : comments),
});

export function commentsOf(state: EditorState): CommentRange[] {
  return state.field(commentField, false) ?? [];
}

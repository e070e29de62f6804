/** Names that server and clients agree on. */
import { CodeActionKind } from 'vscode-languageserver';

/** Mends everything in a document that can be mended safely. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.rollsafe`;

/** Shows the page of a rule; its argument is the rule's id. Run by the server. */
export const EXPLAIN_COMMAND = 'rollsafe.explainRule';

/** Puts the cursor to the place of a reason: address, line, character. Run by clients that offer it. */
export const REASON_COMMAND = 'rollsafe.writeReason';

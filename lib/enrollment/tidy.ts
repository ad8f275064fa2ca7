const LINE_BREAK = /\r\n|[\r\n\u2028\u2029]/gu;

/**
 * What nobody types on purpose: control characters, and marks that turn the direction of the text after
 * them round (embeddings, overrides, isolates). Joiners and the two direction marks belong to words.
 */
const HIDDEN = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** A text of one line as it is kept: trimmed, composed, tab and line break as a space. */
export const toSingleLine = (text: string): string =>
  toMultiLine(text.replace(LINE_BREAK, " ").replaceAll("\t", " "));

/** A text that keeps its lines and tabs, trimmed and in Unicode's composed form. */
export const toMultiLine = (text: string): string =>
  text.toWellFormed().replace(HIDDEN, "").normalize("NFC").trim();

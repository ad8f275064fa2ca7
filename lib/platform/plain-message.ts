/** The part of a message that names code and never a value; undefined when it is none of those that we know. */
export function toSafeMessage(message: string): string | undefined {
  for (const known of PLAIN) {
    const found = known.exec(message);
    if (found) return found[0];
  }
}

const PLAIN = [
  // What was read may be named by somebody: without it.
  /^Cannot (?:read|set) properties of (?:undefined|null)/,
  /^[a-z_$][\w$.]*(?:\(\.\.\.\))?(?:\.[\w$]+)* is not (?:a function|a constructor|defined|iterable)$/i,
  /^Cannot access '[\w$]+' before initialization$/,
  /^Assignment to constant variable\.$/,
  /^Maximum call stack size exceeded$/,
  /^Converting circular structure to JSON/,
  /^Invalid (?:time value|array length|string length|URL|count value)/,
  /^(?:fetch failed|terminated|aborted|socket hang up)$/,
  /^The operation was aborted(?: due to timeout)?/,
  /^Prepared statements must be unique - '[\w-]+' was used for a different statement$/,
  /^Query read timeout$/,
  /^timeout exceeded when trying to connect$/,
  /^Connection terminated(?: unexpectedly| due to connection timeout)?$/,
  /^Client (?:has encountered a connection error|was closed) and is not queryable$/,
];

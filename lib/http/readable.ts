import type { IncomingMessage } from "node:http";

/**
 * Whether the body is what Node reads of it: in chunks at most, never in a further transfer coding (RFC 9112,
 * section 6.1), and not a part of something (RFC 9110, section 14.5).
 */
export function isReadable({ headers }: IncomingMessage): boolean {
  const coding = headers["transfer-encoding"]?.trim().toLowerCase();
  return (coding === undefined || coding === "chunked") && headers["content-range"] === undefined;
}

/** Whether the body is compressed or otherwise coded, which nothing here undoes (RFC 9110, section 8.4). */
export const isEncoded = ({ headers }: IncomingMessage): boolean =>
  (headers["content-encoding"] ?? "identity").trim().toLowerCase() !== "identity";

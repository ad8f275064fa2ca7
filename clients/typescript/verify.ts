import type { KnownEvent } from "./events.js";

/** What your endpoint is sent: an event as the feed has it, or a ping. */
export type Delivered =
  | KnownEvent
  | { id: string; type: "ping"; timestamp: string; data: Record<string, unknown> };

/** It was not signed with your secret, or is older than is let through. */
export class VerificationError extends Error {
  override readonly name = "VerificationError";
}

type Received = Headers | Record<string, string | string[] | undefined>;

/**
 * What a webhook tells, once it is certain who sent it (Standard Webhooks). Events of a type that this client does
 * not know come too: pass over them.
 *
 * @param body the request's body as it came, before anything has parsed it
 * @param secret `whsec_…`, as the answer showed it that made the endpoint
 * @throws VerificationError
 */
export async function verify(
  body: string,
  headers: Received,
  secret: string,
  { toleranceSeconds = 300 }: { toleranceSeconds?: number } = {},
): Promise<Delivered> {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) throw new VerificationError("It is not signed.");
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds))
    throw new VerificationError("It is too old, or a clock is wrong.");
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const key = await crypto.subtle.importKey(
    "raw",
    bytesOf(secret.replace(/^whsec_/, "")),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  for (const signature of signatures.split(" ")) {
    const [version, text = ""] = signature.split(",");
    if (version === "v1" && (await crypto.subtle.verify("HMAC", key, bytesOf(text), signed)))
      return { id, ...JSON.parse(body) };
  }
  throw new VerificationError("It is signed with another secret.");
}

function headerOf(headers: Received, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  return [headers[name]].flat()[0];
}

/** Of base64; what is none is no signature. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

import type { IncomingMessage } from "node:http";

/** The largest step is a hundredth of this. */
const PAGE_BODY_LIMIT = 256 * 1024;

/** Our forms have some forty fields, Next's own among them. */
const FIELDS_LIMIT = 200;

/** A form that was read, undefined for what is no form; or why there is none. */
export type FormBody = FormData | undefined | "tooLarge" | "malformed" | "gone";

/** Whether a body follows the request's head. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Reads a page's whole body and puts it back for Next to read: what Next refuses it leaves on the line,
 * where the connection's next request, perhaps another visitor's, waits behind it.
 */
export async function readFormBody(incoming: IncomingMessage, most = PAGE_BODY_LIMIT): Promise<FormBody> {
  if (Number(incoming.headers["content-length"] ?? 0) > most) return "tooLarge";
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const done = (outcome: FormBody | Promise<FormBody>) => {
      incoming.off("readable", take).off("close", gone);
      resolve(outcome);
    };
    const gone = () => done("gone");
    const take = () => {
      for (let chunk = incoming.read(); chunk !== null; chunk = incoming.read()) {
        chunks.push(chunk);
        length += chunk.length;
        if (length > most) return done("tooLarge");
      }
      if (!incoming.complete) return;
      const body = Buffer.concat(chunks);
      // In the same turn as the last `read`, so that the stream has not ended yet.
      incoming.unshift(body);
      done(parseForm(incoming, body));
    };
    incoming.on("readable", take).on("close", gone);
    // What came, or ended, before anybody listened is told to nobody.
    if (incoming.destroyed) gone();
    else take();
  });
}

async function parseForm({ headers }: IncomingMessage, body: Buffer<ArrayBuffer>): Promise<FormBody> {
  const type = headers["content-type"] ?? "";
  const [, kind] = /^(multipart\/form-data|application\/x-www-form-urlencoded)/i.exec(type) ?? [];
  if (!kind) return;
  // Counted before anything is parsed: a megabyte of the smallest fields takes a hundred megabytes.
  const separator = kind.length > 20 ? "&" : `--${/boundary="?([^";]+)/i.exec(type)?.[1] ?? ""}`;
  if (hasMoreThan(FIELDS_LIMIT + 1, separator, body)) return "tooLarge";
  try {
    const form = await new Response(body, { headers: { "content-type": type } }).formData();
    const texts = [...form.values()].filter((value) => typeof value === "string");
    return texts.reduce((sum, text) => sum + text.length, 0) > PAGE_BODY_LIMIT ? "tooLarge" : form;
  } catch {
    return "malformed"; // no boundary, no parts, or none that end: a TypeError whatever it is
  }
}

function hasMoreThan(limit: number, separator: string, body: Buffer): boolean {
  let count = 0;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + separator.length))
    if (++count > limit) return true;
  return false;
}

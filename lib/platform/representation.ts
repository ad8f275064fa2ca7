import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { MaybePromise } from "./when-ready";

/** The content codings that an answer can have. */
export type ContentCoding = "br" | "gzip";

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** A successful answer as ready bytes, with its strong entity tag (RFC 9110, section 8.8.3). */
export class Representation {
  readonly body: Buffer;
  readonly etag: string;
  readonly #encoded = new Map<ContentCoding, MaybePromise<Buffer>>();

  /** For everybody, without a key. */
  readonly open: boolean;

  /** @param data what goes into the envelope's `data` (section 1); as `open` it stands alone */
  constructor(data: unknown, { open = false } = {}) {
    this.open = open;
    this.body = Buffer.from(JSON.stringify(open ? data : { status: "success", data }));
    this.etag = `"${createHash("sha256").update(this.body).digest("base64url").slice(0, 27)}"`;
  }

  /** The body in a content coding, compressed once. */
  encoded(coding: ContentCoding): MaybePromise<Buffer> {
    const known = this.#encoded.get(coding);
    if (known) return known;

    const encoding = compress[coding](this.body);
    this.#encoded.set(coding, encoding);
    encoding.then(
      (encoded) => this.#encoded.set(coding, encoded),
      () => this.#encoded.delete(coding),
    );
    return encoding;
  }
}
/** How long the answer to a request with an `Idempotency-Key` is kept. */
export const IDEMPOTENCY_RETENTION_MS = 24 * 3600 * 1000;

/** The name of the advisory lock under which the one request with an `Idempotency-Key` runs. */
export const getIdempotencyLockName = (apiKeyId: number, key: string) => `idempotency ${apiKeyId} ${key}`;

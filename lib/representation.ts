import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

/** A successful answer as ready bytes, with its strong entity tag (RFC 9110, section 8.8.3). */
export class Representation {
  readonly body: Buffer;
  readonly etag: string;
  readonly #encoded = new Map<string, Promise<Buffer>>();

  /** @param data what goes into the envelope's `data` (section 1) */
  constructor(data: unknown) {
    this.body = Buffer.from(JSON.stringify({ status: "success", data }));
    this.etag = `"${createHash("sha256").update(this.body).digest("base64url").slice(0, 27)}"`;
  }

  /** The body in a content coding, compressed once. */
  encoded(coding: "br" | "gzip"): Promise<Buffer> {
    let encoded = this.#encoded.get(coding);
    if (!encoded) {
      encoded = coding === "br" ? promisify(brotliCompress)(this.body) : promisify(gzip)(this.body);
      this.#encoded.set(coding, encoded);
    }
    return encoded;
  }
}

import { connect, type Socket } from "node:net";

/** What a line tells whoever asks over it. */
export type ConnectionListener = { onResponse: (status: number) => void; onError: () => void };

/**
 * A kept connection that sends what it is given and counts the answers. As little as a client can do,
 * because it shares the machine with the servers that it measures: bodies are counted, never looked at.
 */
export class HttpConnection {
  readonly connected: Promise<void>;
  readonly #socket: Socket;
  listener: ConnectionListener | undefined;
  #rest: Buffer | undefined;
  #status = 0;
  /** Bytes to pass over; then comes a head, or the next chunk's length. */
  #skip = 0;
  #chunked = false;
  #inBody = false;

  constructor(port: number) {
    const buffer = Buffer.allocUnsafeSlow(65_536);
    const callback = (length: number) => {
      this.#read(buffer.subarray(0, length));
      return true;
    };
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true, onread: { buffer, callback } });
    this.connected = new Promise((resolve, reject) => {
      this.#socket.once("connect", resolve).once("error", reject);
    });
  }

  listen(listener: ConnectionListener) {
    this.listener = listener;
    this.#socket.on("error", listener.onError).on("end", listener.onError);
  }

  send(bytes: Uint8Array) {
    this.#socket.write(bytes);
  }

  close() {
    this.#socket
      .removeAllListeners()
      .on("error", () => {})
      .destroy();
  }

  #read(received: Buffer) {
    const data = this.#rest ? Buffer.concat([this.#rest, received]) : received;
    this.#rest = undefined;
    for (let offset = 0; offset < data.length; ) {
      const skipped = Math.min(this.#skip, data.length - offset);
      this.#skip -= skipped;
      offset += skipped;
      if (this.#inBody && !this.#chunked && this.#skip === 0) this.#end();
      if (offset === data.length) return;

      const next = this.#inBody ? this.#chunk(data, offset) : this.#head(data, offset);
      if (next === undefined) {
        this.#rest = Buffer.from(data.subarray(offset));
        return;
      }
      offset = next;
    }
  }

  /** Where the head that begins at `at` ends; undefined while it has not all arrived. */
  #head(data: Buffer, offset: number): number | undefined {
    const end = data.indexOf("\r\n\r\n", offset);
    if (end === -1) return;
    const head = data.toString("latin1", offset, end);
    this.#status = Number(head.slice(9, 12));
    this.#chunked = /^transfer-encoding: *chunked/im.test(head);
    this.#skip = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
    this.#inBody = true;
    if (!this.#chunked && this.#skip === 0) this.#end();
    return end + 4;
  }

  #chunk(data: Buffer, offset: number): number | undefined {
    const end = data.indexOf("\r\n", offset);
    if (end === -1) return;
    const length = Number.parseInt(data.toString("latin1", offset, end), 16);
    this.#skip = length + 2;
    if (length === 0) this.#chunked = false; // only the last line's end is left
    return end + 2;
  }

  #end() {
    this.#inBody = false;
    this.listener?.onResponse(this.#status);
  }
}

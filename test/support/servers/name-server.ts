import { createSocket } from "node:dgram";
import { once } from "node:events";

const TXT = 16;
const NO_SUCH_NAME = 3;

/** A DNS server for TXT records; unknown names do not exist. */
export async function startNameServer(records: Record<string, string[]>) {
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    const { name, end } = nameAt(question);
    const texts = records[name] ?? [];
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180 | (texts.length === 0 ? NO_SUCH_NAME : 0), 2);
    header.writeUInt16BE(texts.length, 6);
    header.fill(0, 8);
    const answers = texts.map((text) => answer(Buffer.from(text)));
    socket.send(Buffer.concat([header, question.subarray(12, end + 4), ...answers]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { address: `127.0.0.1:${socket.address().port}`, stop: () => void socket.close() };
}

/** The name in a question, and its end (RFC 1035, section 4.1.2). */
function nameAt(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

/** A TXT record in strings of at most 255 bytes. */
function answer(text: Buffer): Buffer {
  const strings: Buffer[] = [];
  for (let at = 0; at < text.length; at += 255) {
    const part = text.subarray(at, at + 255);
    strings.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(strings);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

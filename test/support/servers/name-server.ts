import { createSocket } from "node:dgram";
import { once } from "node:events";

const TXT = 16;
const NO_SUCH_NAME = 3;

/** A DNS server for TXT records; unknown names do not exist. */
export async function startNameServer(records: Record<string, string[]>) {
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    const { name, end } = parseName(question);
    const texts = records[name] ?? [];
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180 | (texts.length === 0 ? NO_SUCH_NAME : 0), 2);
    header.writeUInt16BE(texts.length, 6);
    header.fill(0, 8);
    const answers = texts.map((text) => encodeAnswer(Buffer.from(text)));
    socket.send(Buffer.concat([header, question.subarray(12, end + 4), ...answers]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { address: `127.0.0.1:${socket.address().port}`, stop: () => void socket.close() };
}

/** The name in a question, and its end (RFC 1035, section 4.1.2). */
function parseName(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let offset = 12;
  for (let length = question[offset] ?? 0; length > 0; length = question[offset] ?? 0) {
    labels.push(question.toString("latin1", offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: offset + 1 };
}

/** A TXT record in strings of at most 255 bytes. */
function encodeAnswer(text: Buffer): Buffer {
  const strings: Buffer[] = [];
  for (let offset = 0; offset < text.length; offset += 255) {
    const part = text.subarray(offset, offset + 255);
    strings.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(strings);
  const header = Buffer.alloc(12);
  header.writeUInt16BE(0xc00c, 0);
  header.writeUInt16BE(TXT, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt32BE(60, 6);
  header.writeUInt16BE(data.length, 10);
  return Buffer.concat([header, data]);
}

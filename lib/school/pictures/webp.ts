import { type Bytes, type Picture, PictureError, readBytes, type PictureReader } from "./picture";

/** A WebP chunk by chunk; its Exif, XMP and profile are left out, and its head says so. */
export const webp: PictureReader = (file) =>
  file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP"
    ? () => read(file)
    : undefined;

/** Of the extended head's flags the one for a see-through picture. */
const ALPHA = 0x10;
const MOVING = 0x02;

const DROPPED = new Set(["ICCP", "EXIF", "XMP "]);

function read(file: Bytes): Picture {
  const end = 8 + readBytes(file, 4, 4).readUInt32LE();
  if (end + (end % 2) < file.length) throw new PictureError("goes_on");
  const kept: Buffer[] = [];
  let size: { width: number; height: number } | undefined;
  for (let at = 12; at < end; ) {
    const length = readBytes(file, at + 4, 4).readUInt32LE();
    const chunk = Buffer.from(readBytes(file, at, 8 + length + (length % 2)));
    const type = chunk.toString("latin1", 0, 4);
    at += chunk.length;
    if (DROPPED.has(type)) continue;
    if (type === "ANIM" || type === "ANMF") throw new PictureError("moving");
    const measure = sizes[type];
    if (!measure && type !== "ALPH") continue; // what nobody knows is left out, as the format says
    if (measure) size ??= measure(chunk.subarray(8));
    if (type === "VP8X") {
      if (((chunk[8] ?? 0) & MOVING) !== 0) throw new PictureError("moving");
      chunk[8] = (chunk[8] ?? 0) & ALPHA;
    }
    kept.push(chunk);
  }
  if (!size || !kept.some((chunk) => /^VP8[ L]/.test(chunk.toString("latin1", 0, 4))))
    throw new PictureError("broken");
  return { type: "webp", ...size, bytes: inRiff(kept) };
}

/** Where each kind of chunk says how large the picture is. */
const sizes: Record<string, (data: Buffer) => { width: number; height: number }> = {
  VP8X: (data) => ({ width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }),
  "VP8 ": (data) => {
    if (data.readUIntBE(3, 3) !== 0x9d012a) throw new PictureError("broken");
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
  },
  VP8L: (data) => {
    if (data[0] !== 0x2f) throw new PictureError("broken");
    const bits = data.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  },
};

function inRiff(chunks: Buffer[]): Bytes {
  const body = Buffer.concat([Buffer.from("WEBP"), ...chunks]);
  const head = Buffer.from("RIFF\0\0\0\0", "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

import { crc32 } from "node:zlib";
import { FileRefusal } from "@/lib/platform/file-refusal";

type Bytes = Buffer<ArrayBuffer>;

/** A picture without metadata about its author, time and place. */
export type Picture = { type: "jpeg" | "png" | "webp"; width: number; height: number; bytes: Bytes };

export class PictureError extends FileRefusal<
  "kind" | "moving" | "broken" | "bytes" | "small" | "large" | "goes_on"
> {}

/** Reads a file of one format; undefined for another format. @throws RangeError, PictureError for a broken one */
type PictureReader = (file: Bytes) => (() => Picture) | undefined;

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

/** The chunks that affect display; times, texts and profiles are dropped. */
const KEPT_PNG = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "IDAT", "IEND"]);

/** Reads a PNG chunk by chunk and checks each checksum. */
export const png: PictureReader = (file) =>
  file.subarray(0, 8).equals(SIGNATURE) ? () => readPng(file) : undefined;

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const EXIF = 0xe1;
const ORIENTATION = 0x0112;

/** Baseline, extended and progressive: supported by browsers. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);

/** The segments that affect display: frame, tables, intervals, and the colour information of JFIF and Adobe. */
const KEPT_SEGMENTS = new Set([...FRAMES, 0xc4, 0xdb, 0xdd, 0xe0, 0xee]);

/** The flag for transparency in the extended header. */
const ALPHA = 0x10;
const MOVING = 0x02;

const DROPPED = new Set(["ICCP", "EXIF", "XMP "]);

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

const MAX_BYTES = 100_000;
const MIN_SIDE = 64;
const MAX_SIDE = 1600;

/**
 * Detects a JPEG, PNG or WebP by content, and removes its metadata. Nothing is decoded, so there is no decoder to
 * attack; the browser has already scaled the picture down (docs/decisions).
 * @throws PictureError
 */
export function readPicture(file: Bytes): Picture {
  const picture = readAny(file);
  const { width, height, bytes } = picture;
  if (Math.min(width, height) < MIN_SIDE) throw new PictureError("small");
  if (Math.max(width, height) > MAX_SIDE) throw new PictureError("large");
  if (bytes.length > MAX_BYTES) throw new PictureError("bytes");
  return picture;
}

function readBytes(file: Bytes, from: number, length: number): Bytes {
  if (from + length > file.length) throw new RangeError("The file ends.");
  return file.subarray(from, from + length);
}

/** Reads a JPEG segment by segment; drops metadata except the orientation. */
const jpeg: PictureReader = (file) =>
  file[0] === 0xff && file[1] === START && file[2] === 0xff ? () => readJpeg(file) : undefined;

function readJpeg(file: Bytes): Picture {
  const parts = [file.subarray(0, 2)];
  let size: { width: number; height: number } | undefined;
  let orientationValue = 1;
  let scans = 0;
  for (let offset = 2; ; ) {
    const [fill, marker = 0] = readBytes(file, offset, 2);
    if (fill !== 0xff) throw new PictureError("broken");
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    if (marker === END) break;
    const segment = readBytes(file, offset, 2 + readBytes(file, offset + 2, 2).readUInt16BE());
    if (marker === EXIF) orientationValue = readOrientation(segment) ?? orientationValue;
    else if (marker === SCAN) {
      const scan = readBytes(file, offset, endOfScan(file, offset + segment.length) - offset);
      parts.push(scan);
      scans += 1;
      offset += scan.length;
      continue;
    } else if (KEPT_SEGMENTS.has(marker)) parts.push(segment);
    else if (marker < 0xe0) throw new PictureError("kind");
    if (FRAMES.has(marker)) size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
    offset += segment.length;
  }
  if (!size || scans === 0) throw new PictureError("broken");
  if (orientationValue > 1) parts.splice(1, 0, orientation(orientationValue));
  const { width, height } = size;
  const sides = orientationValue > 4 ? { width: height, height: width } : { width, height };
  return { type: "jpeg", ...sides, bytes: Buffer.concat([...parts, Buffer.from([0xff, END])]) };
}

/** In a scan's data, 0xff is followed by 0 or a restart marker. */
function endOfScan(file: Bytes, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const [next = 0] = readBytes(file, at + 1, 1);
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw new RangeError("The file ends.");
}

/** The orientation from the first directory of an Exif segment. */
function readOrientation(segment: Buffer): number | undefined {
  if (segment.toString("latin1", 4, 10) !== "Exif\0\0" || segment.length < 20) return;
  const tiff = segment.subarray(10);
  const isLittleEndian = tiff.toString("latin1", 0, 2) === "II";
  const number = (at: number) => (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let at = directory + 2; at + 12 <= tiff.length; at += 12) {
    if (number(at) !== ORIENTATION) continue;
    const value = number(at + 8);
    return value >= 1 && value <= 8 ? value : undefined;
  }
}

const orientation = (value: number) =>
  Buffer.concat([
    Buffer.from([0xff, EXIF, 0, 34]),
    Buffer.from("Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0", "latin1"),
    Buffer.from([value, 0, 0, 0, 0, 0, 0]),
  ]);

function readPng(file: Bytes): Picture {
  const kept = [SIGNATURE];
  const seenTypes = new Set<string>();
  let at = 8;
  while (!seenTypes.has("IEND")) {
    const chunk = readBytes(file, at, 12 + readBytes(file, at, 4).readUInt32BE());
    const type = chunk.toString("latin1", 4, 8);
    if (crc32(chunk.subarray(4, -4)) !== chunk.readUInt32BE(chunk.length - 4))
      throw new PictureError("broken");
    if (type === "acTL") throw new PictureError("moving");
    if (KEPT_PNG.has(type)) kept.push(chunk);
    else if (/^[A-Z]/.test(type)) throw new PictureError("kind"); // an unknown critical chunk
    seenTypes.add(type);
    at += chunk.length;
  }
  if (at < file.length) throw new PictureError("goes_on");
  const [, head] = kept;
  if (head?.toString("latin1", 4, 8) !== "IHDR" || !seenTypes.has("IDAT")) throw new PictureError("broken");
  return {
    type: "png",
    width: head.readUInt32BE(8),
    height: head.readUInt32BE(12),
    bytes: Buffer.concat(kept),
  };
}

/** Reads a WebP chunk by chunk; drops Exif, XMP and profile, and clears their header flags. */
const webp: PictureReader = (file) =>
  file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP"
    ? () => readWebp(file)
    : undefined;

function readWebp(file: Bytes): Picture {
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
    if (!measure && type !== "ALPH") continue; // unknown chunks must be ignored
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

function inRiff(chunks: Buffer[]): Bytes {
  const body = Buffer.concat([Buffer.from("WEBP"), ...chunks]);
  const head = Buffer.from("RIFF\0\0\0\0", "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

function readAny(file: Bytes): Picture {
  const read = jpeg(file) ?? png(file) ?? webp(file);
  if (!read) throw new PictureError("kind");
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new PictureError("broken"); // truncated
    throw error;
  }
}

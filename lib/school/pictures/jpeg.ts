import { type Bytes, type Picture, PictureError, readBytes, type PictureReader } from "./picture";

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const EXIF = 0xe1;
const ORIENTATION = 0x0112;

/** Baseline, extended and progressive: what browsers show. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);

/** What shows the picture: frame, tables, intervals, and by JFIF and Adobe how its colours are meant. */
const KEPT = new Set([...FRAMES, 0xc4, 0xdb, 0xdd, 0xe0, 0xee]);

/** A JPEG segment by segment: those that hold data about the picture are left out, but for which way is up. */
export const jpeg: PictureReader = (file) =>
  file[0] === 0xff && file[1] === START && file[2] === 0xff ? () => read(file) : undefined;

function read(file: Bytes): Picture {
  const kept = [file.subarray(0, 2)];
  let size: { width: number; height: number } | undefined;
  let turned = 1;
  let scans = 0;
  for (let at = 2; ; ) {
    const [fill, marker = 0] = readBytes(file, at, 2);
    if (fill !== 0xff) throw new PictureError("broken");
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END) break;
    const segment = readBytes(file, at, 2 + readBytes(file, at + 2, 2).readUInt16BE());
    if (marker === EXIF) turned = orientationOf(segment) ?? turned;
    else if (marker === SCAN) {
      const scan = readBytes(file, at, endOfScan(file, at + segment.length) - at);
      kept.push(scan);
      scans += 1;
      at += scan.length;
      continue;
    } else if (KEPT.has(marker)) kept.push(segment);
    else if (marker < 0xe0) throw new PictureError("kind");
    if (FRAMES.has(marker)) size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
    at += segment.length;
  }
  if (!size || scans === 0) throw new PictureError("broken");
  if (turned > 1) kept.splice(1, 0, orientation(turned));
  const { width, height } = size;
  const sides = turned > 4 ? { width: height, height: width } : { width, height };
  return { type: "jpeg", ...sides, bytes: Buffer.concat([...kept, Buffer.from([0xff, END])]) };
}

/** After a scan's head comes its data, in which a 0xff is followed by 0 or a restart marker. */
function endOfScan(file: Bytes, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const [next = 0] = readBytes(file, at + 1, 1);
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw new RangeError("The file ends.");
}

/** Which way is up, from the first directory of an Exif segment. */
function orientationOf(segment: Buffer): number | undefined {
  if (segment.toString("latin1", 4, 10) !== "Exif\0\0" || segment.length < 20) return;
  const tiff = segment.subarray(10);
  const little = tiff.toString("latin1", 0, 2) === "II";
  const number = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let at = first + 2; at + 12 <= tiff.length; at += 12) {
    if (number(at) !== ORIENTATION) continue;
    const value = number(at + 8);
    return value >= 1 && value <= 8 ? value : undefined;
  }
}

/** An Exif segment that says which way is up, and nothing else. */
const orientation = (value: number) =>
  Buffer.concat([
    Buffer.from([0xff, EXIF, 0, 34]),
    Buffer.from("Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0", "latin1"),
    Buffer.from([value, 0, 0, 0, 0, 0, 0]),
  ]);

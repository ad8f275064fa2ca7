import { crc32 } from "node:zlib";
import { type Bytes, type Picture, PictureError, readBytes, type PictureReader } from "./picture";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

/** What shows the picture; times, texts, places and profiles are left out. */
const KEPT = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "IDAT", "IEND"]);

/** A PNG chunk by chunk, each with the sum that it ends with. */
export const png: PictureReader = (file) => (file.subarray(0, 8).equals(SIGNATURE) ? () => read(file) : undefined);

function read(file: Bytes): Picture {
  const kept = [SIGNATURE];
  const seen = new Set<string>();
  let at = 8;
  while (!seen.has("IEND")) {
    const chunk = readBytes(file, at, 12 + readBytes(file, at, 4).readUInt32BE());
    const type = chunk.toString("latin1", 4, 8);
    if (crc32(chunk.subarray(4, -4)) !== chunk.readUInt32BE(chunk.length - 4))
      throw new PictureError("broken");
    if (type === "acTL") throw new PictureError("moving");
    if (KEPT.has(type)) kept.push(chunk);
    else if (/^[A-Z]/.test(type)) throw new PictureError("kind"); // without it nobody can show the picture
    seen.add(type);
    at += chunk.length;
  }
  if (at < file.length) throw new PictureError("goes_on");
  const [, head] = kept;
  if (head?.toString("latin1", 4, 8) !== "IHDR" || !seen.has("IDAT")) throw new PictureError("broken");
  return {
    type: "png",
    width: head.readUInt32BE(8),
    height: head.readUInt32BE(12),
    bytes: Buffer.concat(kept),
  };
}

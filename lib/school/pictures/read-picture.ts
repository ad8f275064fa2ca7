import { jpeg } from "./jpeg";
import { type Bytes, type Picture, PictureError } from "./picture";
import { png } from "./png";
import { webp } from "./webp";

export const MAX_BYTES = 100_000;
export const MIN_SIDE = 64;
export const MAX_SIDE = 1600;

/**
 * A JPEG, PNG or WebP, told by its content, without its metadata. Nothing is decoded: the service then has no decoder
 * that a file could break, and the browser that sends a picture has made it small before (docs/decisions).
 *
 * @throws PictureRefusal
 */
export function readPicture(file: Bytes): Picture {
  const picture = taken(file);
  const { width, height, bytes } = picture;
  if (Math.min(width, height) < MIN_SIDE) throw new PictureError("small");
  if (Math.max(width, height) > MAX_SIDE) throw new PictureError("large");
  if (bytes.length > MAX_BYTES) throw new PictureError("bytes");
  return picture;
}

function taken(file: Bytes): Picture {
  const read = jpeg(file) ?? png(file) ?? webp(file);
  if (!read) throw new PictureError("kind");
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new PictureError("broken"); // it ends before it says so
    throw error;
  }
}

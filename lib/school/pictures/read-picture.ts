import { jpeg } from "./jpeg";
import { type Bytes, type Picture, PictureRefusal } from "./picture";
import { png } from "./png";
import { webp } from "./webp";

export const MOST_BYTES = 100_000;
export const LEAST_SIDE = 64;
export const MOST_SIDE = 1600;

/**
 * A JPEG, PNG or WebP, told by its content, without its metadata. Nothing is decoded: the service then has no decoder
 * that a file could break, and the browser that sends a picture has made it small before (docs/decisions).
 *
 * @throws PictureRefusal
 */
export function readPicture(file: Bytes): Picture {
  const picture = taken(file);
  const { width, height, bytes } = picture;
  if (Math.min(width, height) < LEAST_SIDE) throw new PictureRefusal("small");
  if (Math.max(width, height) > MOST_SIDE) throw new PictureRefusal("large");
  if (bytes.length > MOST_BYTES) throw new PictureRefusal("bytes");
  return picture;
}

function taken(file: Bytes): Picture {
  const read = jpeg(file) ?? png(file) ?? webp(file);
  if (!read) throw new PictureRefusal("kind");
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new PictureRefusal("broken"); // it ends before it says so
    throw error;
  }
}

import { FileRefusal } from "@/lib/platform/file-refusal";

export type Bytes = Buffer<ArrayBuffer>;

/** What is kept of a picture: what shows it, and nothing of who took it, when or where. */
export type Picture = { type: "jpeg" | "png" | "webp"; width: number; height: number; bytes: Bytes };

/** Reads a file of its own kind; undefined for another kind. @throws RangeError, PictureRefusal for a broken one */
export type PictureReader = (file: Bytes) => (() => Picture) | undefined;

/** Why a file is no picture that can be shown. */
export class PictureError extends FileRefusal<
  "kind" | "moving" | "broken" | "bytes" | "small" | "large" | "goes_on"
> {}

/** The next bytes of a file. @throws RangeError where it ends before */
export function readBytes(file: Bytes, from: number, length: number): Bytes {
  if (from + length > file.length) throw new RangeError("The file ends.");
  return file.subarray(from, from + length);
}

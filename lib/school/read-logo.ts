import { FileRefusal } from "@/lib/platform/file-refusal";
import { checkSvg, withoutDoctype } from "./check-svg";
import type { logoTypes } from "./logo";
import { PictureError, png } from "./read-picture";

const MAX_BYTES = 200_000;
const PNG = Buffer.from("89504e470d0a1a0a", "hex");

export type Logo = { type: keyof typeof logoTypes; width: number; height: number; shown: Uint8Array };

/** A file cannot be a logo; the message says why in English. */
class LogoRefusal extends FileRefusal<
  "too_large" | "unreadable" | "unsafe" | "broken" | "too_wide" | "goes_on" | "moving"
> {}

/**
 * Checks a logo and returns what to store: an SVG without its document type, or the PNG.
 * @throws LogoRefusal for another format, a too large file, scripts or external references
 */
export function logoIn(bytes: Buffer): Logo {
  if (bytes.length > MAX_BYTES)
    throw new LogoRefusal("too_large", `The logo is larger than ${MAX_BYTES / 1000} kB.`);
  if (bytes.subarray(0, 8).equals(PNG)) return { ...checkPng(bytes), shown: bytes };
  const text = withoutDoctype(decodeText(bytes));
  const svg = checkSvg(text);
  if ("problem" in svg)
    throw new LogoRefusal("unsafe", `The logo is no PNG, and as an SVG it ${svg.problem}.`);
  return { type: "svg", ...svg, shown: Buffer.from(text) };
}

/** A PNG is stored unchanged, so it must be complete and without trailing data. */
function checkPng(bytes: Buffer): Omit<Logo, "shown"> {
  const { width, height } = sizeOfPng(Buffer.from(bytes));
  if (width < 1 || height < 1) throw new LogoRefusal("broken", "The logo is a PNG without a size.");
  if (width > 4000 || height > 4000)
    throw new LogoRefusal("too_wide", "The logo has more than 4000 pixels across or down.");
  return { type: "png", width, height };
}

function sizeOfPng(bytes: Buffer<ArrayBuffer>): { width: number; height: number } {
  try {
    return png(bytes)?.() ?? { width: 0, height: 0 };
  } catch (error) {
    if (error instanceof RangeError) throw new LogoRefusal("broken", "The logo is a PNG that breaks off.");
    if (!(error instanceof PictureError)) throw error;
    if (error.code === "goes_on")
      throw new LogoRefusal("goes_on", "The logo is a PNG with more data after its end.");
    if (error.code === "moving") throw new LogoRefusal("moving", "The logo is a PNG that moves.");
    throw new LogoRefusal("broken", "The logo is a damaged PNG.");
  }
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new LogoRefusal("unreadable", "The logo is no PNG, and an SVG is written in UTF-8.");
  }
}

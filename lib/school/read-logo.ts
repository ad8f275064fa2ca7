import { Parser } from "htmlparser2";
import { FileRefusal } from "@/lib/platform/file-refusal";
import type { logoTypes } from "./logo";
import { PictureError, png } from "./read-picture";

/** The document type that editors write: no browser loads it, and it defines nothing. */
const DOCTYPE = /<!DOCTYPE\s+svg(\s+(PUBLIC\s+("[^"<>]*"|'[^'<>]*')|SYSTEM)\s+("[^"<>]*"|'[^'<>]*'))?\s*>/;

type SvgElement = { name: string; attributes: Record<string, string>; children: SvgElement[] };

/** A detailed coat of arms has some thousand. */
const MAX_SHAPES = 20_000;

/** Elements that run or load something, or embed other content. */
const FORBIDDEN_ELEMENTS = new Set([
  "script",
  "foreignobject",
  "iframe",
  "embed",
  "object",
  "audio",
  "video",
  "handler",
  "listener",
]);

const SVG = "http://www.w3.org/2000/svg";

const XHTML = "http://www.w3.org/1999/xhtml";

/** Maximum width and height; also fits the database's column. */
const MAX_SIDE = 100_000;

/** Editors nest layers and groups some ten deep; browsers render nested shapes recursively. */
const MAX_DEPTH = 16;

const DEFINES =
  "defines names of its own in its <!DOCTYPE>: save it as a plain SVG (Inkscape: “Plain SVG”; Illustrator: without its editing capabilities)";

const MAX_BYTES = 200_000;

type Size = { width: number; height: number };

type Logo = Size & { type: keyof typeof logoTypes; shown: Uint8Array };

type PngReader = NonNullable<ReturnType<typeof png>>;

/** A file cannot be a logo; the message says why in English. */
class LogoRefusal extends FileRefusal<
  "too_large" | "unreadable" | "unsafe" | "broken" | "too_wide" | "goes_on" | "moving"
> {}

/**
 * Checks a logo and returns what to store: an SVG without its document type, or the PNG.
 * @throws LogoRefusal for another format, a too large file, scripts or external references
 */
export function parseLogo(bytes: Buffer<ArrayBuffer>): Logo {
  if (bytes.length > MAX_BYTES)
    throw new LogoRefusal("too_large", `The logo is larger than ${MAX_BYTES / 1000} kB.`);
  const readPng = png(bytes);
  if (readPng) return { type: "png", ...checkPng(readPng), shown: bytes };
  // An editor's document type is harmless, but nothing else that defines something is.
  const text = decodeText(bytes).replace(DOCTYPE, "");
  return { type: "svg", ...checkSvg(text), shown: Buffer.from(text) };
}

/** A PNG is stored unchanged, so it must be complete and without trailing data. */
function checkPng(read: PngReader): Size {
  const { width, height } = readSize(read);
  if (width < 1 || height < 1) throw new LogoRefusal("broken", "The logo is a PNG without a size.");
  if (width > 4000 || height > 4000)
    throw new LogoRefusal("too_wide", "The logo has more than 4000 pixels across or down.");
  return { width, height };
}

function readSize(read: PngReader): Size {
  try {
    return read();
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

/**
 * Checks that a drawing is safe to display: no script, no external resources, a size.
 * @throws LogoRefusal with the problems in words
 */
function checkSvg(text: string): Size {
  const problems: string[] = [];
  let root: Record<string, string> | undefined;
  let style = "";
  const top: SvgElement = { name: "", attributes: {}, children: [] };
  const stack: SvgElement[] = [];
  const parser = new Parser(
    {
      onprocessinginstruction: (name) => {
        if (name.toLowerCase() === "!doctype") problems.push(DEFINES);
        else if (name !== "?xml") problems.push(`has “<${name}”`);
      },
      onopentag: (name, attributes) => {
        root ??= name === "svg" ? attributes : {};
        const element = { name: toLocalName(name), attributes, children: [] };
        if (stack.length < MAX_DEPTH) (stack.at(-1) ?? top).children.push(element);
        else problems.push(`is nested more than ${MAX_DEPTH} deep`);
        stack.push(element);
        problems.push(...findProblems(toLocalName(name), attributes));
      },
      onclosetag: () => stack.pop(),
      ontext: (words) => {
        if (stack.at(-1)?.name === "style") style += words;
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  problems.push(...findStyleProblems(style));
  if (root && root.xmlns !== SVG) problems.push(`does not say xmlns="${SVG}"`);
  if (countShapes(top, style) > MAX_SHAPES) problems.push(`draws more than ${MAX_SHAPES} shapes`);
  const size = root && getSize(root);
  if (!size) problems.push("is no SVG with a viewBox, or a width and a height");
  else if (Math.max(size.width, size.height) > MAX_SIDE)
    problems.push(`is more than ${MAX_SIDE} across or down`);
  if (size && problems.length === 0) return size;
  const list = [...new Set(problems)].join(", ");
  throw new LogoRefusal("unsafe", `The logo is no PNG, and as an SVG it ${list}.`);
}

/**
 * Counts the elements that a browser draws. A reference counts as all that it draws, which a few lines can multiply
 * to millions; Infinity for a circular reference.
 */
function countShapes(root: SvgElement, style: string): number {
  const byId = new Map<string, SvgElement>();
  const collect = (element: SvgElement) => {
    if (element.attributes.id) byId.set(element.attributes.id, element);
    for (const child of element.children) collect(child);
  };
  collect(root);
  const styleIds = styleReferences(style);
  const counts = new Map<SvgElement, number>();
  const count = (element: SvgElement): number => {
    const counted = counts.get(element);
    if (counted !== undefined) return counted;
    counts.set(element, Number.POSITIVE_INFINITY); // while counting, so that a circular reference is infinite
    const referred = listReferencedIds(element, styleIds).flatMap((id) => byId.get(id) ?? []);
    const sum = [...element.children, ...referred].reduce((total, child) => total + count(child), 1);
    counts.set(element, sum);
    return sum;
  };
  return count(root);
}

function listReferencedIds({ name, attributes }: SvgElement, styleIds: Map<string, string[]>): string[] {
  const linkedIds = Object.entries(attributes).flatMap(([attribute, value]) =>
    /(^|:)href$/.test(attribute) && name !== "a" ? value.trim().replace(/^#/, "") : listUrlIds(value),
  );
  const classes = (attributes.class ?? "").split(/\s+/).map((one) => `.${one}`);
  const selectors = [name, "*", `#${attributes.id}`, ...classes];
  return [...linkedIds, ...selectors.flatMap((selector) => styleIds.get(selector) ?? [])];
}

const listUrlIds = (value: string) =>
  [...value.matchAll(/url\(\s*["']?#([^"')\s]*)/gi)].map(([, id = ""]) => id);

/** The ids that a style sheet's rules reference, by the last part of each selector. */
function styleReferences(style: string): Map<string, string[]> {
  const references = new Map<string, string[]>();
  for (const [, selectors = "", body = ""] of style.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
    const ids = listUrlIds(body);
    for (const selector of ids.length > 0 ? selectors.split(",") : []) {
      const last = selector
        .match(/[.#]?[\w-]+|\*/g)
        ?.at(-1)
        ?.replace(/^[^.#]+$/, (tag) => tag.toLowerCase());
      if (last) references.set(last, [...(references.get(last) ?? []), ...ids]);
    }
  }
  return references;
}

const isLocalUrl = (address: string) => /^(#|data:image\/(png|jpeg|webp);base64,)/i.test(address.trim());

const toLocalName = (name: string) => (name.split(":").at(-1) ?? "").toLowerCase();

function findProblems(element: string, attributes: Record<string, string>): string[] {
  return [
    ...(FORBIDDEN_ELEMENTS.has(element) ? [`has <${element}>`] : []),
    ...Object.entries(attributes).flatMap(([name, value]) => {
      const attribute = toLocalName(name);
      if (name.startsWith("xmlns")) return value === XHTML ? ["holds parts of a page"] : [];
      if (/^on/.test(attribute)) return [`runs something ${attribute}`];
      if (["href", "src", "base"].includes(attribute) && !isLocalUrl(value))
        return [`refers to ${value.slice(0, 60)}`];
      if (attribute === "attributename" && /^(on|(.*:)?href$)/i.test(value)) return [`animates ${value}`];
      return name.includes(":") ? [] : findStyleProblems(value); // attributes of editors are no style
    }),
  ];
}

/** Styles can load by `url(…)` and `@import`; escapes could hide either. */
function findStyleProblems(style: string): string[] {
  if (/@import|image-set\(|expression\(/i.test(style)) return ["loads a style"];
  if (style.includes("\\")) return ["hides what it loads"];
  const addresses = [...style.matchAll(/url\(\s*["']?([^"')]*)/gi)].map(([, address = ""]) => address);
  return addresses
    .filter((address) => !isLocalUrl(address))
    .map((address) => `loads ${address.slice(0, 60)}`);
}

function getSize({ viewBox, width, height }: Record<string, string>) {
  const [, , wide, high] = (viewBox ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const size = wide && high ? [wide, high] : [width, height].map((length) => Number.parseFloat(length ?? ""));
  const [across, down] = size as [number, number];
  return across > 0 && down > 0 ? { width: Math.ceil(across), height: Math.ceil(down) } : undefined;
}

import { Parser } from "htmlparser2";

/** As editors write it: names a definition that no browser loads, and defines nothing itself. */
const DOCTYPE = /<!DOCTYPE\s+svg(\s+(PUBLIC\s+("[^"<>]*"|'[^'<>]*')|SYSTEM)\s+("[^"<>]*"|'[^'<>]*'))?\s*>/;

/** The drawing without the line of document type that editors begin it with; what is left is looked at and served. */
export const withoutDoctype = (text: string): string => text.replace(DOCTYPE, "");
/** An element, with what it shows of other elements: `<use>`, a pattern, a mask. */
type SvgElement = { name: string; attributes: Record<string, string>; children: SvgElement[] };

/** A detailed coat of arms has some thousand. */
const MAX_SHAPES = 20_000;

/** What runs, loads or shows something of another place inside a drawing. */
const REFUSED = new Set([
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

/** A drawing with more across or down is no logo, and more than the database counts. */
const MOST = 100_000;

/** Editors nest layers and groups some ten deep; a browser draws each level of shapes inside the one before. */
const DEEPEST = 16;

const DEFINES =
  "defines names of its own in its <!DOCTYPE>: save it as a plain SVG (Inkscape: “Plain SVG”; Illustrator: without its editing capabilities)";

/**
 * What keeps a drawing from being shown: script, what would be loaded from elsewhere, no size.
 *
 * @returns its size, or what is wrong with it, in words
 */
export function checkSvg(text: string): { width: number; height: number } | { problem: string } {
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
        const element = { name: local(name), attributes, children: [] };
        if (stack.length < DEEPEST) (stack.at(-1) ?? top).children.push(element);
        else problems.push(`is nested more than ${DEEPEST} deep`);
        stack.push(element);
        problems.push(...problemsOf(local(name), attributes));
      },
      onclosetag: () => stack.pop(),
      ontext: (words) => {
        if (stack.at(-1)?.name === "style") style += words;
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  problems.push(...problemsOfStyle(style));
  if (root && root.xmlns !== SVG) problems.push(`does not say xmlns="${SVG}"`);
  if (countShapes(top, style) > MAX_SHAPES) problems.push(`draws more than ${MAX_SHAPES} shapes`);
  const size = root && sizeOf(root);
  if (!size) problems.push("is no SVG with a viewBox, or a width and a height");
  else if (Math.max(size.width, size.height) > MOST) problems.push(`is more than ${MOST} across or down`);
  return problems.length > 0 || !size ? { problem: [...new Set(problems)].join(", ") } : size;
}

/**
 * How many elements a browser draws: one that refers to another is counted with all that the other one draws, which a
 * few lines can multiply to millions. Infinity where an element refers to itself.
 */
function countShapes(root: SvgElement, style: string): number {
  const byId = new Map<string, SvgElement>();
  const collect = (element: SvgElement) => {
    if (element.attributes.id) byId.set(element.attributes.id, element);
    for (const child of element.children) collect(child);
  };
  collect(root);
  const ofStyle = styleReferences(style);
  const counts = new Map<SvgElement, number>();
  const count = (element: SvgElement): number => {
    const known = counts.get(element);
    if (known !== undefined) return known;
    counts.set(element, Number.POSITIVE_INFINITY); // until it is known, so that a circle is infinite
    const referred = references(element, ofStyle).flatMap((id) => byId.get(id) ?? []);
    const sum = [...element.children, ...referred].reduce((total, other) => total + count(other), 1);
    counts.set(element, sum);
    return sum;
  };
  return count(root);
}

function references({ name, attributes }: SvgElement, ofStyle: Map<string, string[]>): string[] {
  const own = Object.entries(attributes).flatMap(([attribute, value]) =>
    /(^|:)href$/.test(attribute) && name !== "a" ? value.trim().replace(/^#/, "") : idsIn(value),
  );
  const classes = (attributes.class ?? "").split(/\s+/).map((one) => `.${one}`);
  const selectors = [name, "*", `#${attributes.id}`, ...classes];
  return [...own, ...selectors.flatMap((selector) => ofStyle.get(selector) ?? [])];
}

const idsIn = (value: string) => [...value.matchAll(/url\(\s*["']?#([^"')\s]*)/gi)].map(([, id = ""]) => id);

/** What a style sheet's rules refer to, by the last word of each selector. */
function styleReferences(style: string): Map<string, string[]> {
  const references = new Map<string, string[]>();
  for (const [, selectors = "", body = ""] of style.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
    const ids = idsIn(body);
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

const own = (address: string) => /^(#|data:image\/(png|jpeg|webp);base64,)/i.test(address.trim());

const local = (name: string) => (name.split(":").at(-1) ?? "").toLowerCase();

function problemsOf(element: string, attributes: Record<string, string>): string[] {
  return [
    ...(REFUSED.has(element) ? [`has <${element}>`] : []),
    ...Object.entries(attributes).flatMap(([name, value]) => {
      const attribute = local(name);
      if (name.startsWith("xmlns")) return value === XHTML ? ["holds parts of a page"] : [];
      if (/^on/.test(attribute)) return [`runs something ${attribute}`];
      if (["href", "src", "base"].includes(attribute) && !own(value))
        return [`refers to ${value.slice(0, 60)}`];
      if (attribute === "attributename" && /^(on|(.*:)?href$)/i.test(value)) return [`animates ${value}`];
      return name.includes(":") ? [] : problemsOfStyle(value); // an editor's own attributes are no style
    }),
  ];
}

/** Styles, and attributes that may hold one, can load by `url(…)` and `@import`; CSS writes letters as escapes too. */
function problemsOfStyle(style: string): string[] {
  if (/@import|image-set\(|expression\(/i.test(style)) return ["loads a style"];
  if (style.includes("\\")) return ["hides what it loads"];
  const addresses = [...style.matchAll(/url\(\s*["']?([^"')]*)/gi)].map(([, address = ""]) => address);
  return addresses.filter((address) => !own(address)).map((address) => `loads ${address.slice(0, 60)}`);
}

function sizeOf({ viewBox, width, height }: Record<string, string>) {
  const [, , wide, high] = (viewBox ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const size = wide && high ? [wide, high] : [width, height].map((length) => Number.parseFloat(length ?? ""));
  const [across, down] = size as [number, number];
  return across > 0 && down > 0 ? { width: Math.ceil(across), height: Math.ceil(down) } : undefined;
}

/** An element, with what it shows of other elements: `<use>`, a pattern, a mask. */
export type SvgElement = { name: string; attributes: Record<string, string>; children: SvgElement[] };

/** A detailed coat of arms has some thousand. */
export const MAX_SHAPES = 20_000;

/**
 * How many elements a browser draws: one that refers to another is counted with all that the other one draws, which a
 * few lines can multiply to millions. Infinity where an element refers to itself.
 */
export function countShapes(root: SvgElement, style: string): number {
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

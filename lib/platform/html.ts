const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);

/** Markup that is inserted as it is. */
export class Html {
  constructor(readonly markup: string) {}
}

type Value = string | number | false | undefined | Html | Html[];

/** A template of HTML: escapes every value that is not `Html`; `false` and `undefined` become empty. */
export const html = (texts: TemplateStringsArray, ...values: Value[]) =>
  new Html(String.raw({ raw: texts }, ...values.map(toMarkup)));

function toMarkup(value: Value): string {
  if (value === undefined || value === false) return "";
  if (Array.isArray(value)) return value.map(toMarkup).join("");
  return value instanceof Html ? value.markup : escapeHtml(String(value));
}

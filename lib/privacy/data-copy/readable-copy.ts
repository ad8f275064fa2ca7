import { createHash } from "node:crypto";
import { strToU8, zipSync } from "fflate";
import { type Field, fieldRows } from "@/lib/enrollment/fields";
import { getDateLocale } from "@/lib/i18n/format";
import { type Locale, locales } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { isDay, toDate } from "@/lib/platform/dates";
import { escapeHtml } from "@/lib/platform/text";
import { getSettings } from "@/lib/school/settings";
import type { PersonalData } from "./queries";

/** The wizard's text key of a column, for fields without a label of the copy. */
export const textKeyByColumn: ReadonlyMap<string, string> = new Map(
  fieldRows.flatMap(([, { stored, textKey }]: [string, Field]) =>
    stored && "column" in stored ? [[stored.column, textKey] as const] : [],
  ),
);

type School = { name: string; address: string; email: string; timeZone: string };

type Formatter = ReturnType<typeof createFormatter>;

/** Members with a fixed set of values, and the namespaces of their texts; all other values are free text. */
const namespacesByMember: Record<string, string[]> = {
  state: ["decisions.states"],
  claims_state: ["account.points.states"],
  list_published: [],
  old: ["decisions.states"],
  new: ["decisions.states"],
  kind: ["mailKinds.names"],
  action: ["desk.record.actions"],
  document_type: ["wizard.fields.documentTypes"],
  experience_years: ["wizard.fields.experience_years"],
  outcome: [],
  sent_by: [],
  by: [],
  about: [],
  values_name: [],
  place_answers_answer: [],
  going_on_answer: [],
};

const STYLE = `:root{color-scheme:light dark}
body{font:1.05rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
h1,h2{line-height:1.25}h2{margin:2.5rem 0 .75rem;border-bottom:2px solid;padding-bottom:.25rem}
dl{margin:0;display:grid;grid-template-columns:minmax(8rem,13rem) 1fr;gap:.25rem 1rem}
dt{font-weight:600}dd{margin:0;white-space:pre-line}
.wide{grid-column:1/-1}dd.wide{padding-left:1rem;border-left:3px solid #8886}
.item{border-bottom:1px solid #8886;padding:.75rem 0}.item:last-child{border:0}footer{margin:3rem 0 1rem;font-size:.9rem}
@media (max-width:30rem){dl{grid-template-columns:1fr}dt{margin-top:.5rem}}
@media print{body{margin:0;max-width:none;font-size:11pt}.item,dt{break-inside:avoid}h2{break-after:avoid}}`;

/** The page is opened from a file, without HTTP headers; the policy keeps typed texts from running or loading anything. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'`;

/** Creates the copy for a person: a ZIP with a page to read and the same data as JSON (desk 32). */
export async function createDataExport(data: PersonalData): Promise<Uint8Array<ArrayBuffer>> {
  const { school_name, contact_address, contact_email, time_zone } = await getSettings();
  const school = {
    name: school_name,
    address: contact_address,
    email: contact_email,
    timeZone: time_zone,
  };
  const files = {
    "data.html": strToU8(renderReadablePage(data, school)),
    "data.json": strToU8(`${JSON.stringify(data, null, 2)}\n`),
  };
  return new Uint8Array(zipSync(files, { mtime: new Date(data.created_at) }));
}

/** Renders a person's data in their language, generically from the same object as the JSON. Loads nothing. */
function renderReadablePage(data: PersonalData, school: School): string {
  const locale = locales.find((known) => known === data.person.language) ?? "es";
  const t = getTranslator(locale, "copy");
  const formatter = createFormatter(locale, school.timeZone);
  const { created_at, ...parts } = data;
  const title = t("title", { school: school.name });
  const sections = Object.entries(parts).filter(([, value]) => !isEmpty(value));
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(t("lead", { time: formatter.value("created_at", created_at) }))}</p>
${sections.map(([name, value]) => `<section><h2>${escapeHtml(formatter.label(name))}</h2>${block(formatter, name, value)}</section>`).join("\n")}
<footer>${escapeHtml([school.name, school.address, school.email].join(" · "))}</footer></body></html>
`;
}

/** Formats names and values; unknown ones stay as stored. */
function createFormatter(locale: Locale, timeZone: string) {
  const t = getTranslator(locale);
  const findKey = (...keys: string[]) => keys.find((key) => t.has(key as never));
  const regions = new Intl.DisplayNames(getDateLocale(locale), { type: "region" });
  const languages = new Intl.DisplayNames(getDateLocale(locale), { type: "language" });
  const time = new Intl.DateTimeFormat(getDateLocale(locale), {
    dateStyle: "long",
    timeStyle: "short",
    timeZone,
  });
  const day = new Intl.DateTimeFormat(getDateLocale(locale), { dateStyle: "long", timeZone: "UTC" });
  return {
    label(name: string, parent = ""): string {
      const copyKey = findKey(`copy.fields.${parent}_${name}`, `copy.fields.${name}`);
      if (copyKey) return t(copyKey as "copy.fields.name");
      const fieldKey = findKey(`wizard.fields.${textKeyByColumn.get(name)}.label`);
      return fieldKey ? t(fieldKey as "wizard.fields.name.label", { who: "you" }) : name.replaceAll("_", " ");
    },
    value(name: string, value: string | number | boolean, parent = ""): string {
      if (typeof value === "boolean") return t(`wizard.${value ? "yes" : "no"}`);
      const text = String(value);
      // A free text may look like a date without being one.
      if (isDay(text)) return day.format(toDate(text));
      if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text)))
        return time.format(new Date(text));
      if (name === "country") return regions.of(text.toUpperCase()) ?? text;
      if (name === "language") return languages.of(text) ?? text;
      const namespaces = namespacesByMember[`${parent}_${name}`] ?? namespacesByMember[name];
      if (!namespaces || !/^\w+$/.test(text)) return text;
      const key = findKey(...namespaces.map((space) => `${space}.${text}`), `copy.values.${text}`);
      return key ? t(key as "copy.values.form") : text;
    },
  };
}

/** Renders a value: lists as items, objects as definition lists. */
function block(formatter: Formatter, name: string, value: unknown, parent = ""): string {
  if (Array.isArray(value)) {
    const items = value.filter((item) => !isEmpty(item)).map((item) => block(formatter, name, item, parent));
    return isNested(value)
      ? items.map((item) => `<div class="item">${item}</div>`).join("")
      : items.join("; ");
  }
  if (typeof value !== "object" || value === null)
    return escapeHtml(formatter.value(name, value as string | number | boolean, parent));
  const rows = Object.entries(value).filter(([, member]) => !isEmpty(member));
  const lines = rows.map(([key, inner]) => {
    const wide = isNested(inner) ? ' class="wide"' : "";
    return `<dt${wide}>${escapeHtml(formatter.label(key, name))}</dt><dd${wide}>${block(formatter, key, inner, name)}</dd>`;
  });
  return `<dl>${lines.join("")}</dl>`;
}

/** Whether a value contains an object, so that it needs the full width. */
const isNested = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isNested) : typeof value === "object" && value !== null;

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.values(value).every(isEmpty));

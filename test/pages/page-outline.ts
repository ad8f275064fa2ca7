import { parseDocument } from "htmlparser2";
import { toLocalDay } from "@/lib/platform/dates";
import { inDays } from "./fixture-school";

type Node = ReturnType<typeof parseDocument>["children"][number];
type Element = Extract<Node, { attribs: unknown }>;

/** Elements without content for readers, and React's counters. */
const SILENT =
  /^(class|style|d|viewbox|fill|stroke.*|xmlns|formnovalidate|novalidate|enctype|method|nonce)$/i;

/** Marks the desk's layout, which has its own outline. */
const FRAME = "data-frame";

/** A page's outline as text: structure, links and controls, without style. Message keys replace texts. */
export function getPageOutline(
  html: string,
  names: ReadonlyMap<string, string>,
  { withFrame = false } = {},
): string {
  const { children } = parseDocument(withFrame ? html.replaceAll(` ${FRAME}=""`, "") : html);
  return maskValues(formatNodes(children, 0).join("\n"), names);
}

function formatNodes(nodes: Node[], depth: number): string[] {
  const pad = "  ".repeat(depth);
  const lines: string[] = [];
  let text = "";
  const endText = () => {
    if (text.trim()) lines.push(pad + text.replace(/\s+/g, " ").trim());
    text = "";
  };
  for (const node of nodes) {
    if (node.type === "text") text += node.data;
    else if (!isElement(node) || SKIPPED.test(node.name)) continue;
    else if (node.name === "br") text += " / ";
    else if (isInline(node)) text += ` ${getText(node)} `;
    else {
      endText();
      lines.push(...formatElement(node, depth));
    }
  }
  endText();
  return lines;
}

const SKIPPED = /^(script|svg|wbr)$/;

const isElement = (node: Node): node is Element => "attribs" in node;

/** Inline elements without link or semantics. */
const isInline = (node: Node): boolean =>
  node.type === "text" ||
  (isElement(node) &&
    /^(span|bdi|strong|em|b|i|small|br|code|wbr)$/.test(node.name) &&
    !formatAttributes(node).attributeText &&
    node.children.every(isInline));

const getText = (node: Node): string =>
  node.type === "text" ? node.data : isElement(node) ? node.children.map(getText).join("") : "";

function formatElement(node: Element, depth: number): string[] {
  const pad = "  ".repeat(depth);
  const { action, attributeText } = formatAttributes(node);
  if (node.name === "select") return [`${pad}select ${attributeText}: ${formatOptions(node)}`];
  if (/^(\$ACTION.*|verb)$/.test(node.attribs.name ?? "") || FRAME in node.attribs) return [];
  if (node.name === "main" || (/^(div|span|bdi|tbody|thead)$/.test(node.name) && !attributeText))
    return formatNodes(node.children, depth);
  const opening = [node.name, action, attributeText].filter(Boolean).join(" ");
  const inner = formatNodes(node.children, depth + 1);
  const [onlyLine = ""] = inner;
  if (inner.length !== 1) return [pad + opening, ...inner];
  return [`${pad}${opening}${node.children.every(isInline) ? ":" : " >"} ${onlyLine.trim()}`];
}

function formatAttributes({ name, attribs, children }: Element) {
  const action = name === "form" ? findAction(children) : "";
  const attributeText = Object.entries(attribs)
    .filter(([key]) => !SILENT.test(key) && !(action && key === "action"))
    .map(([key, value]) =>
      value === "" ? key : `${key}=${/\s/.test(value) ? JSON.stringify(value) : value}`,
    )
    .join(" ");
  return { action, attributeText };
}

/** The form's action. */
function findAction(nodes: Node[]): string {
  const findValue = (name: string) =>
    nodes.filter(isElement).find(({ attribs }) => attribs.name === name)?.attribs.value;
  const [action] = JSON.parse(findValue("$ACTION") ?? "[]") as string[];
  return action ? `→ ${findValue("verb") ?? action.split("#")[1]}` : "";
}

const MAX_OPTIONS = 12;

function formatOptions({ children }: Element): string {
  const texts = children
    .filter(isElement)
    .flatMap((child) =>
      child.name === "optgroup"
        ? [`[${child.attribs.label}]`, ...child.children.filter(isElement).map(formatOption)]
        : [formatOption(child)],
    );
  return texts.length > MAX_OPTIONS
    ? `${texts.slice(0, MAX_OPTIONS).join(" | ")} | … ${texts.length}`
    : texts.join(" | ");
}

function formatOption({ attribs, children }: Element): string {
  const text = children.map((child) => ("data" in child ? child.data : "")).join("");
  const value = attribs.value === undefined || attribs.value === text ? "" : `${attribs.value || "''"}=`;
  return `${attribs.selected === undefined ? "" : "*"}${value}${text}${attribs.disabled === undefined ? "" : " (disabled)"}`;
}

const MONTHS =
  "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" ");

/** Replaces dates by offsets from today, removes times, and names random values. */
export function maskValues(text: string, names: ReadonlyMap<string, string>): string {
  let masked = text;
  for (const [value, name] of names) masked = masked.replaceAll(value, name);
  return masked
    .replace(/(name=signed_on_(?:day|month|year) value=)\d+/g, "$1{today}")
    .replace(/(?<=name=shown value=).*/g, (parts) => parts.replace(/=[\w-]{22}(?![\w-])/g, "={fingerprint}"))
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3}Z|[+-]\d\d:\d\d)/g, (time) =>
      fromToday(toLocalDay("Europe/Madrid", new Date(time))),
    )
    .replace(/\b20\d\d-\d\d-\d\d\b/g, (day) => fromToday(day))
    .replace(/\b(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo), (?=\d)/g, "")
    .replace(/(\d{1,2}) de ([a-z]+) de (\d{4})/g, (all, day, month, year) =>
      MONTHS.includes(month)
        ? fromToday(
            `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, "0")}-${day.padStart(2, "0")}`,
            all,
          )
        : all,
    )
    .replace(/(\d{1,2}) (?:de )?([a-z]{3,4}) (?:de )?(\d{4})/g, (all, day, month, year) => {
      const monthIndex = MONTHS.findIndex((name) => name.startsWith(month.slice(0, 3)));
      return monthIndex < 0
        ? all
        : fromToday(`${year}-${String(monthIndex + 1).padStart(2, "0")}-${day.padStart(2, "0")}`, all);
    })
    .replace(
      /\b(\d{1,2}) (ene|feb|mar|abr|may|jun|jul|ago|sept|oct|nov|dic)\b(?! ?(?:de )?\d)/g,
      (_, day, month) => fromToday(nearest(month, day)),
    )
    .replace(/(\d{1,2})\/(\d{1,2})\/(\d{2,4})/g, (all, day, month, year) =>
      fromToday(`20${year.slice(-2)}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`, all),
    )
    .replace(/(\{[^}]*\}),? ?(?:a las )?\d{1,2}:\d\d(?::\d\d)?/g, "$1 {time}")
    .replace(/\b[\da-f]{64}\b/g, "{sha256}")
    .replace(/(td role=cell[^:]*: |\bnumber=)[\da-f]{6}\b/g, "$1{draw}")
    .replace(/[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g, "{uuid}")
    .replace(/\b[A-Z2-7]{4}(?: [A-Z2-7]{4}){7}\b/g, "{secret}")
    .replace(/\bmat_(live|test)_\w{38}\b/g, "{$1 key}")
    .replace(/\bmat_(live|test)_\w{8}(?:…|\b)/g, "{$1 prefix}")
    .replace(/\bevt_[\w-]{22}/g, "{event}")
    .replace(/\bwhsec_[\w+/=]+/g, "{webhook secret}")
    .replace(/data:image\/[\w;,+/=]+/g, "{image}")
    .replace(/(?<![\w-])[\w-]{43}(?![\w-])/g, "{token}")
    .replace(/x{20,}/g, "xx…")
    .replace(/\?q=[\w-]{40,}/g, "?q={sealed}")
    .replace(/(?<!from\(|years\()\b(age=|age: |Edad: )\d+/g, "$1{age}") // somebody, not a course
    .replace(/\byear=\d{4}(?!\/)/g, "year={year}")
    .replace(/\b[2-9A-HJ-NP-Z]{8}\b/g, "{reference}")
    .replace(/_[RS]_\w*_/g, "{id}");
}

/** For dates without a year: the nearest to today. */
function nearest(month: string, day: string): string {
  const monthIndex = MONTHS.findIndex((name) => name.startsWith(month.slice(0, 3)));
  const [year = 0] = inDays(0).split("-").map(Number);
  const days = [year - 1, year, year + 1].map((candidateYear) =>
    Date.UTC(candidateYear, monthIndex, Number(day)),
  );
  const getDistance = (time: number) => Math.abs(time - Date.parse(inDays(0)));
  const closest = days.sort((a, b) => getDistance(a) - getDistance(b))[0] ?? 0;
  return new Date(closest).toISOString().slice(0, 10);
}

function fromToday(day: string, otherwise = day): string {
  const days = Math.round((Date.parse(day) - Date.parse(inDays(0))) / 86_400_000);
  if (Number.isNaN(days) || days < -1200 || days > 1200) return otherwise;
  if (Math.abs(days) <= 1) return "{today}";
  if (days >= 28 && days <= 31) return "{in a month}";
  // Near midnight an hour of summer time in between makes it another day.
  const rounded = Math.abs(days) < 35 ? days : Math.round(days / 10) * 10;
  return rounded < 0 ? `{${-rounded} days ago}` : `{in ${rounded} days}`;
}

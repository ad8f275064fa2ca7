import type { EnrollmentRow } from "@/lib/desk/rows/queries";
import { foldText } from "@/lib/platform/text";

/** The matching text that the row does not show. */
type SearchMatch = {
  in: "email" | "document" | "phone" | "person" | "city" | "birth" | "note";
  text: string;
};

const normaliseForSearch = (text: string) => ` ${foldText(text)}`;

/** As in `createSearchCondition`: the beginning of a word; with digits any part, ignoring separators. */
function includesPart(text: string, part: string): boolean {
  if (!/\d/.test(part) || part.includes("@"))
    return normaliseForSearch(text).includes(` ${part}`) || normaliseForSearch(text).includes(`@${part}`);
  return normaliseForSearch(text)
    .replace(/[\s.()/+-]/g, "")
    .includes(part.replace(/[\s.()/+-]/g, "").replace(/^00/, ""));
}

/**
 * The first match outside of the columns shown: name, first guardian, phone and town.
 * @param notes the texts of its notes
 */
export function findSearchMatch(row: EnrollmentRow, words: string, notes: string[]): SearchMatch | undefined {
  const { student, labels } = row;
  const guardians = student.guardians.toSorted((a, b) => a.position - b.position);
  const [first] = guardians;
  const shownPerson = first?.guardian ?? student;
  const formatName = ({ name, surname }: typeof shownPerson) => [name, surname].filter(Boolean).join(" ");
  const shown = [
    formatName(student),
    formatName(shownPerson),
    `${shownPerson.phoneCountryCode ?? ""}${shownPerson.phone ?? ""}`,
    shownPerson.city ?? "",
    ...labels.map(({ label }) => label.name),
  ];
  const people = [student, ...guardians.map(({ guardian }) => guardian)];
  const hidden: [SearchMatch["in"], string | null | undefined][] = [
    ...people.flatMap((person): [SearchMatch["in"], string | null | undefined][] => [
      ["person", formatName(person)],
      ["email", person.email],
      ["document", person.document],
      ["phone", person.phone && `${person.phoneCountryCode ?? ""} ${person.phone}`],
      ["city", person.city],
    ]),
    ["birth", student.birthDate?.toISOString().slice(0, 4)],
    ...notes.map((text) => ["note", text] as const satisfies [string, string]),
  ];
  for (const part of normaliseForSearch(words).split(/\s+/).filter(Boolean)) {
    if (shown.some((text) => includesPart(text, part))) continue;
    const match = hidden.find(([, text]) => text && includesPart(text, part));
    if (match?.[1]) return { in: match[0], text: shorten(match[1], part) };
  }
  return undefined;
}

const CONTEXT_LENGTH = 30;

function shorten(text: string, part: string): string {
  const start = Math.max(0, normaliseForSearch(text).indexOf(part) - CONTEXT_LENGTH);
  const cut = text.slice(start, start + 2 * CONTEXT_LENGTH).trim();
  return `${start > 0 ? "…" : ""}${cut}${start + 2 * CONTEXT_LENGTH < text.length ? "…" : ""}`;
}

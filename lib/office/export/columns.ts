import { type Field, type FieldName, fieldRows } from "@/lib/enrollment/fields";
import type { EnrollmentRow } from "@/lib/office/lines";
import { getFieldOrder } from "@/lib/office/office-order";
import type { Day } from "@/lib/platform/dates";

export type ExportGroup = "enrollment" | "student" | "guardian" | "wishes" | "place";

/** What a column holds besides text: a calendar day, an instant, or a code that has words. */
export type ExportKind = "day" | "instant" | "state" | "source" | "reason";

/**
 * A column of the export. Its name is the API's of the field, and what programs know it by; people are shown
 * words in its place (`words.ts`).
 */
export type ExportColumn = {
  name: string;
  group: ExportGroup;
  /** The field of the form that it holds. */
  field?: FieldName;
  kind?: ExportKind;
  value: (line: EnrollmentRow) => string | number | boolean | Date | Day | null | undefined;
};

type Values = Record<string, ExportColumn["value"] | [ExportKind, ExportColumn["value"]]>;

const own = (group: ExportGroup, columns: Values): ExportColumn[] =>
  Object.entries(columns).map(([name, of]) =>
    Array.isArray(of) ? { name, group, kind: of[0], value: of[1] } : { name, group, value: of },
  );

/** What a field is called in a file: choices by their kind and place, a person's as the API has them. */
function nameOf(field: FieldName, { person, stored, words }: Field): string {
  if (stored && "option" in stored)
    return `${stored.in === "syllabi" ? "syllabus" : "speciality"}_${stored.option}`;
  return person ? field : words;
}

/** A person's as the office tells them; of what is wished for the choices come first. */
const placeOf = (row: Field) =>
  row.person ? getFieldOrder(row) : Number(!(row.stored && "option" in row.stored));

/** The columns of the form's fields that are about somebody, or about nobody but what is wished for. */
const createAnswerColumns = (group: ExportGroup, whose: Field["person"][]): ExportColumn[] =>
  fieldRows
    .filter(([, { person, stored, from }]) => stored && from !== "years" && whose.includes(person))
    .sort(
      ([, one], [, other]) =>
        whose.indexOf(one.person) - whose.indexOf(other.person) || placeOf(one) - placeOf(other),
    )
    .map(([field, row]) => ({
      name: nameOf(field, row),
      group,
      field,
      ...(row.control === "date" && { kind: "day" as const }),
      value: ({ answers }) => answers[field] as string | number | boolean | undefined,
    }));

/** Every column of the export. */
export const exportColumns: ExportColumn[] = [
  ...own("enrollment", {
    reference: ({ reference }) => reference,
    state: ["state", ({ decidedState }) => decidedState],
    told_state: ["state", ({ state }) => state],
    school_year: ({ schoolYear }) => schoolYear.year,
    created_at: ["instant", ({ createdAt }) => createdAt],
    source: ["source", ({ source }) => source],
    labels: ({ labels }) => labels.map(({ label }) => label.name).join(", "),
  }),
  ...createAnswerColumns("student", ["student"]),
  ...own("student", { age: ({ age }) => age }),
  ...createAnswerColumns("guardian", ["guardian", "second_guardian"]),
  ...createAnswerColumns("wishes", [undefined]),
  ...own("place", {
    place_speciality: ({ assignedPlace }) => assignedPlace?.speciality,
    place_syllabus: ({ assignedPlace }) => assignedPlace?.syllabus,
    waiting_speciality: ({ waitingPlace }) => waitingPlace?.speciality,
    waiting_syllabus: ({ waitingPlace }) => waitingPlace?.syllabus,
    waiting_rank: ({ rank }) => rank,
    round_points: ({ points }) => points,
    round_number: ({ drawn }) => drawn,
    decided_at: ["instant", ({ decision }) => decision?.decidedAt],
    told_at: ["instant", ({ decision }) => (decision?.status === "told" ? decision.settledAt : null)],
    answer_by: ["day", ({ answerBy }) => answerBy],
    reason: ["reason", ({ decision }) => decision?.reason?.code],
    keeps_place_at: ["instant", ({ keepsPlaceAt }) => keepsPlaceAt],
  }),
];

/** The columns that were chosen, in their own order; all of them when none was. */
export function pickColumns(names: string[]): ExportColumn[] {
  const chosen = exportColumns.filter(({ name }) => names.includes(name));
  return chosen.length > 0 ? chosen : exportColumns;
}

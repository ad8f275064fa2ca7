import { getFieldOrder } from "@/lib/desk/record/answer-labels";
import type { EnrollmentRow } from "@/lib/desk/rows/queries";
import { type Field, type FieldName, fieldRows } from "@/lib/enrollment/fields";
import type { Day } from "@/lib/platform/dates";
import { getField } from "@/lib/wizard/questions";

type ExportGroup = "enrollment" | "student" | "guardian" | "wishes" | "place";

/** Type of a column's values, if not text. */
type ExportKind = "day" | "instant" | "state" | "source" | "reason" | "money";

/** A column of the export. `name` is the API's field name; people see a heading instead. */
export type ExportColumn = {
  name: string;
  group: ExportGroup;
  field?: FieldName;
  kind?: ExportKind;
  value: (row: EnrollmentRow) => string | number | boolean | Date | Day | null | undefined;
};

type Values = Record<string, ExportColumn["value"] | [ExportKind, ExportColumn["value"]]>;

const toColumns = (group: ExportGroup, columns: Values): ExportColumn[] =>
  Object.entries(columns).map(([name, value]) =>
    Array.isArray(value) ? { name, group, kind: value[0], value: value[1] } : { name, group, value: value },
  );

/** Sort key: people's fields in the desk's order, choices first. */
const getSortKey = (row: Field) =>
  row.person ? getFieldOrder(row) : Number(!(row.stored && "option" in row.stored));

const createAnswerColumns = (group: ExportGroup, people: Field["person"][]): ExportColumn[] =>
  fieldRows
    .filter(([, { person, stored, options }]) => stored && options !== "years" && people.includes(person))
    .sort(
      ([, a], [, b]) => people.indexOf(a.person) - people.indexOf(b.person) || getSortKey(a) - getSortKey(b),
    )
    .map(([field, row]) => ({
      name: getFieldName(field, row),
      group,
      field,
      ...(row.control === "date" && { kind: "day" as const }),
      value: ({ answers }) => answers[field] as string | number | boolean | undefined,
    }));

export const exportColumns: ExportColumn[] = [
  ...toColumns("enrollment", {
    reference: ({ reference }) => reference,
    state: ["state", ({ decidedState }) => decidedState],
    told_state: ["state", ({ state }) => state],
    school_year: ({ schoolYear }) => schoolYear.year,
    created_at: ["instant", ({ createdAt }) => createdAt],
    source: ["source", ({ source }) => source],
    labels: ({ labels }) => labels.map(({ label }) => label.name).join(", "),
  }),
  ...createAnswerColumns("student", ["student"]),
  ...toColumns("student", { age: ({ age }) => age }),
  ...createAnswerColumns("guardian", ["guardian", "second_guardian"]),
  ...createAnswerColumns("wishes", [undefined]),
  ...toColumns("place", {
    place_speciality: ({ assignedPlace }) => assignedPlace?.speciality,
    place_syllabus: ({ assignedPlace }) => assignedPlace?.syllabus,
    monthly_fee: ["money", ({ price }) => price && (price.month / 100).toFixed(2)],
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

/** The columns of the office's files, in which a phone includes its prefix (desk 40). */
const officeColumns = exportColumns.filter(({ field }) => !field || getField(field).options !== "prefixes");

export const exportPresets = {
  contact: [
    ...[
      "student_name",
      "student_surname",
      "student_email",
      "student_phone",
      "guardian_name",
      "guardian_surname",
    ],
    ...["guardian_email", "guardian_phone", "second_guardian_email"],
  ],
  class: [
    ...["student_name", "student_surname", "age", "place_speciality", "place_syllabus", "guardian_name"],
    ...["guardian_surname", "guardian_phone", "labels"],
  ],
  report: [
    ...["reference", "state", "school_year", "created_at", "age", "speciality_1", "syllabus_1"],
    ...["place_speciality", "place_syllabus", "monthly_fee", "waiting_rank", "decided_at", "reason"],
  ],
};

export const isExportPreset = (name: unknown): name is keyof typeof exportPresets =>
  typeof name === "string" && Object.hasOwn(exportPresets, name);

/** The selected columns in their fixed order; all if none is selected. */
export function pickColumns(names: string[]): ExportColumn[] {
  const chosen = officeColumns.filter(({ name }) => names.includes(name));
  return chosen.length > 0 ? chosen : officeColumns;
}

/** The name of a field in a file: choices by kind and position, a person's as in the API. */
function getFieldName(field: FieldName, { person, stored, textKey }: Field): string {
  if (stored && "option" in stored)
    return `${stored.in === "syllabi" ? "syllabus" : "speciality"}_${stored.option}`;
  return person ? field : textKey;
}

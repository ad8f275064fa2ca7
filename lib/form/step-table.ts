import type { FieldName } from "@/lib/enrollment/fields";
import type { Day } from "@/lib/platform/dates";
import type { Answers, Branch, FormField } from "./answers";

/** What decides which steps there are. */
export type StepContext = {
  answers: Answers;
  today: Day;
  severalYears: boolean;
  /** What is known of people whom the school knows: never asked (families 5). */
  unasked?: readonly FormField[];
  /** A round of the year asks what counts points (admission 2). */
  merits?: boolean;
};

export type Step = {
  id: string;
  fields: readonly FormField[] | Record<Branch, readonly FormField[]>;
  /** Other steps' fields that this step's answers are compared with. */
  compares?: readonly FormField[];
  /** Other steps' answers that its page names or counts with: with others it would be another question. */
  names?: readonly FormField[];
  /** What its page shows of the school; no more travels to the browser. */
  requiredData?: readonly ("years" | "catalogue" | "facts" | "countries" | "prefixes")[];
  /** Under what check answers tells it. */
  section?: "student" | "guardian" | "studies";
  /** It asks one question, whose legend or label is the page's heading (wizard 43). */
  isSingleQuestion?: true;
  /** What of it is folded until it is asked for, under words of each fold's own. */
  folds?: Readonly<Record<string, readonly FormField[]>>;
  /** It sends what all others have asked. */
  isLast?: true;
  /** Nobody is led there: check answers opens it for whoever has more to say (families 35). */
  isSkipped?: true;
  /** What it asked that both guardians may read once it is sent: about the child and the studies alone. */
  visibleToBoth?: readonly FieldName[];
  /** Whether the step belongs to the journey; always when left out. */
  isShown?: (situation: StepContext & { branch: Branch | undefined }) => boolean;
};

const minor = ({ branch }: { branch?: Branch }) => branch === "minor";
const adult = ({ branch }: { branch?: Branch }) => branch === "adult";
const known = ({ branch }: { branch?: Branch }) => branch !== undefined;

const wish = <N extends 1 | 2 | 3>(at: N) =>
  [`student_speciality_option${at}`, `student_syllabi_option${at}`] as const;
const studentName = ["student_name", "student_surname"] as const;
const studentDocument = ["student_document_type", "student_document"] as const;
const studentPhone = ["student_phone_country_code", "student_phone"] as const;
const studentAddress = ["student_country", "student_address", "student_zip_code", "student_city"] as const;
const experience = ["student_experience_years", "student_experience_speciality"] as const;

/** The one table of the journey: its order, who is asked what, what a page needs, where it is told. */
export const stepTable = [
  {
    id: "school-year",
    fields: ["school_year_id"],
    requiredData: ["years"],
    isSingleQuestion: true,
    section: "studies",
    isShown: ({ severalYears }) => severalYears,
  },
  {
    id: "birth-date",
    fields: ["student_birth_date"],
    isSingleQuestion: true,
    section: "student",
    visibleToBoth: ["student_birth_date"],
  },
  {
    id: "guardian-name",
    fields: [
      "guardian_name",
      "guardian_surname",
      "guardian_birth_date",
      "guardian_document_type",
      "guardian_document",
    ],
    compares: ["student_document"],
    names: ["student_birth_date"],
    section: "guardian",
    isShown: minor,
  },
  {
    id: "guardian-contact",
    fields: [
      "guardian_email",
      "guardian_phone_country_code",
      "guardian_phone",
      "guardian_country",
      "guardian_address",
      "guardian_zip_code",
      "guardian_city",
    ],
    requiredData: ["prefixes", "countries"],
    section: "guardian",
    isShown: minor,
  },
  {
    id: "student-name",
    fields: {
      adult: [...studentName, ...studentDocument],
      minor: [
        ...studentName,
        "has_student_email",
        "student_email",
        "has_second_guardian",
        "second_guardian_email",
      ],
    },
    compares: ["guardian_email"],
    names: ["student_birth_date"],
    section: "student",
    visibleToBoth: [...studentName, "student_email"],
    isShown: known,
  },
  {
    id: "student-more",
    fields: {
      adult: [],
      minor: [...studentDocument, ...studentPhone, "student_same_address", ...studentAddress],
    },
    compares: ["guardian_document"],
    names: ["student_name"],
    requiredData: ["prefixes", "countries"],
    section: "student",
    isSkipped: true,
    isShown: minor,
  },
  {
    id: "student-contact",
    fields: { adult: ["student_email", ...studentPhone, ...studentAddress], minor: [] },
    requiredData: ["prefixes", "countries"],
    section: "student",
    isShown: adult,
  },
  {
    id: "specialities",
    fields: [
      "student_speciality_option1",
      ...experience,
      "studies_later",
      "student_syllabi_option1",
      ...wish(2),
      ...wish(3),
      "enrollment_observations",
    ],
    folds: { wishes: [...wish(2), ...wish(3)], observations: ["enrollment_observations"] },
    compares: ["school_year_id"],
    names: ["student_name", "student_birth_date"],
    requiredData: ["catalogue", "facts"],
    section: "studies",
    visibleToBoth: [...experience, ...wish(1), ...wish(2), ...wish(3)],
    isShown: known,
  },
  {
    id: "merits",
    fields: ["merits"],
    names: ["school_year_id", "student_name"],
    isSingleQuestion: true,
    section: "studies",
    isShown: ({ branch, merits }) => branch !== undefined && merits === true,
  },
  { id: "check", fields: ["terms_and_conditions"], requiredData: ["catalogue"], isLast: true, isShown: known },
] as const satisfies readonly Step[];

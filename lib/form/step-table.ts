import type { Day } from "@/lib/platform/dates";
import type { Answers, Branch, FormField } from "./answers";
import { isSomebodyKnown } from "./known";

/** What decides which steps there are. */
export type Situation = {
  answers: Answers;
  today: Day;
  severalYears: boolean;
  /** What is known of people whom the school knows: never asked (families 5). */
  unasked?: readonly FormField[];
};

export type Spared = "furtherChild" | "comingBack";

export type Step = {
  id: string;
  fields: readonly FormField[] | Record<Branch, readonly FormField[]>;
  /** Other steps' fields that this step's answers are compared with. */
  compares?: readonly FormField[];
  /** What its page shows of the school; no more travels to the browser. */
  needs?: readonly ("years" | "catalogue" | "facts" | "countries" | "prefixes")[];
  /** Under what check answers tells it. */
  section?: "student" | "guardian" | "studies";
  /** It asks one question, whose legend or label is the page's heading (wizard 43). */
  one?: true;
  /** It asks whether what is known is still right, and nothing else. */
  confirms?: true;
  /** It sends what all others have asked. */
  sends?: true;
  /**
   * Who need not see it, because what it asks is known, or rarely differs: a further child of the same family, a
   * student who comes back. Who has more to say finds it on check answers.
   */
  spares?: readonly Spared[];
  /** What it asked, both guardians may read once it is sent: it is about the child and the studies alone. */
  forBoth?: true;
  /** Whether the step belongs to the journey; always when left out. */
  when?: (situation: Situation & { branch: Branch | undefined }) => boolean;
};

const minor = ({ branch }: { branch?: Branch }) => branch === "minor";
const known = ({ branch }: { branch?: Branch }) => branch !== undefined;
const detailed = ({ branch, answers }: { branch?: Branch; answers: Answers }) =>
  branch === "adult" || (branch === "minor" && answers.add_student_details === "yes");

const emails = ["guardian_email", "student_email", "second_guardian_email", "has_second_guardian"] as const;
const choices = <L extends string>(list: L) => [`${list}1`, `${list}2`, `${list}3`] as const;
const studies = { section: "studies", when: known } as const;

/** The one table of the journey: its order, who is asked what, what a page needs, where it is told. */
export const table = [
  {
    id: "school-year",
    fields: ["school_year_id"],
    needs: ["years"],
    one: true,
    section: "studies",
    when: ({ severalYears }) => severalYears,
  },
  {
    id: "still-right",
    fields: [],
    confirms: true,
    spares: ["furtherChild"],
    when: ({ unasked = [] }) => isSomebodyKnown(unasked),
  },
  { id: "birth-date", fields: ["student_birth_date"], one: true, section: "student", forBoth: true },
  {
    id: "guardian-name",
    fields: ["guardian_name", "guardian_surname", "guardian_birth_date"],
    section: "guardian",
    when: minor,
  },
  {
    id: "guardian-document",
    fields: ["guardian_document_type", "guardian_document"],
    compares: ["student_document"],
    section: "guardian",
    when: minor,
  },
  {
    id: "guardian-contact",
    fields: ["guardian_email", "guardian_phone_country_code", "guardian_phone"],
    needs: ["prefixes"],
    section: "guardian",
    when: minor,
  },
  {
    id: "guardian-address",
    fields: ["guardian_country", "guardian_address", "guardian_zip_code", "guardian_city"],
    needs: ["countries"],
    section: "guardian",
    when: minor,
  },
  {
    id: "second-guardian",
    fields: ["has_second_guardian", "second_guardian_email"],
    compares: emails,
    one: true,
    section: "guardian",
    when: minor,
  },
  {
    id: "student-name",
    fields: {
      adult: ["student_name", "student_surname"],
      minor: ["student_name", "student_surname", "student_email"],
    },
    compares: emails,
    section: "student",
    forBoth: true,
    when: known,
  },
  {
    id: "student-more",
    fields: ["add_student_details"],
    one: true,
    section: "student",
    spares: ["furtherChild"],
    when: minor,
  },
  {
    id: "student-document",
    fields: ["student_document_type", "student_document"],
    compares: ["guardian_document"],
    section: "student",
    when: detailed,
  },
  {
    id: "student-contact",
    fields: {
      adult: ["student_email", "student_phone_country_code", "student_phone"],
      minor: ["student_phone_country_code", "student_phone"],
    },
    needs: ["prefixes"],
    section: "student",
    when: detailed,
  },
  {
    id: "student-address",
    fields: {
      adult: ["student_country", "student_address", "student_zip_code", "student_city"],
      minor: [
        "student_same_address",
        "student_country",
        "student_address",
        "student_zip_code",
        "student_city",
      ],
    },
    needs: ["countries"],
    section: "student",
    when: detailed,
  },
  {
    id: "experience",
    fields: ["student_experience_speciality", "student_experience_years"],
    compares: ["school_year_id"],
    needs: ["catalogue"],
    spares: ["furtherChild", "comingBack"],
    forBoth: true,
    ...studies,
  },
  {
    id: "specialities",
    fields: choices("student_speciality_option"),
    compares: ["school_year_id"],
    needs: ["catalogue"],
    forBoth: true,
    ...studies,
  },
  {
    id: "syllabi",
    fields: ["studies_later", ...choices("student_syllabi_option")],
    compares: ["school_year_id"],
    needs: ["catalogue", "facts"],
    forBoth: true,
    ...studies,
  },
  {
    id: "observations",
    fields: ["enrollment_observations"],
    one: true,
    spares: ["furtherChild", "comingBack"],
    ...studies,
  },
  { id: "check", fields: ["terms_and_conditions"], needs: ["catalogue"], sends: true, when: known },
] as const satisfies readonly Step[];

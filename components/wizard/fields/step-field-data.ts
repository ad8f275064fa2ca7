import type { Contact } from "@/components/site/contact-links";
import type { Option, OptionGroup } from "@/components/ui/controls/select";
import type { Tariff } from "@/lib/catalogue/course-price";
import type { LocalName } from "@/lib/catalogue/names";
import type { CatalogueSpeciality, CatalogueSyllabus } from "@/lib/catalogue/schema";
import type { Choices, Student } from "@/lib/catalogue/suggest-courses";
import type { PhoneLengths } from "@/lib/wizard/normalise-input";
import type { StepId } from "@/lib/wizard/steps";
import type { Branch, FormField } from "@/lib/wizard/types";
import type { OptionWithHint } from "./select-options";

/** Points that the school counts itself; `isMark`: up to that many. */
type Ours = { label: string; points: number; isMark: boolean };

/** Data of a step's controls, besides the input. */
export type StepFieldData = {
  branch: Branch | undefined;
  /** The request has several children. */
  several?: boolean;
  contact: Contact;
  termsUrl: string;
  /** Fields whose value is already known. */
  unasked?: readonly FormField[];
  /** Undefined before the birth date is known. */
  age: number | undefined;
  /** Age at the start of the course, and how the school counts it. */
  atStart?: { age: number; by: "birthday" | "birth_year"; year: string };
  /** A sibling's course in the same request, to copy. */
  same?: { child: number; name: string; wish: LocalName; choices: Record<string, string> };
  /** The second guardian of a previous child, to share. */
  sameSecond?: { child: string; email: string };
  /** Generated e-mail for a child without one (4.4-9). */
  tagged?: string;
  years: OptionWithHint[];
  exampleYear: number;
  countries: Option[];
  prefixes: Option[];
  phoneLengths: PhoneLengths;
  emailOptional: boolean;
  specialities: Option[];
  syllabi: OptionGroup[];
  /** The catalogue and the choices; `taken` and `held` are the first speciality and syllabus. */
  catalogue: {
    instruments: Choices["specialities"];
    courses: Choices["syllabi"];
    student: Student;
    syllabi: CatalogueSyllabus[];
    taken: CatalogueSpeciality | undefined;
    held: CatalogueSyllabus | undefined;
    tariff: Tariff;
  };
  /** Steps that are skipped. */
  notAsked?: readonly StepId[];
  /** A returning student's last courses. */
  last?: { year: string; names: string[] };
  /** Claims of the round, and criteria that the school counts itself. */
  merits?: { choices: (Option & { points: number; shared: boolean })[]; ours: Ours[] };
  /** Choices that a change of the school year removed. */
  cleared: string;
};

/** Whether a child without e-mail needs none, gets a generated one, or must enter one. */
export const getWithoutEmail = ({ emailOptional, tagged }: StepFieldData) =>
  emailOptional ? "none" : tagged ? "made" : "typed";

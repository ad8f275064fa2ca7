import type { Option, OptionGroup } from "@/components/ui/controls/select";
import type { Tariff } from "@/lib/catalogue/course-price";
import type { LocalName } from "@/lib/catalogue/names";
import type { CatalogueSpeciality, CatalogueSyllabus } from "@/lib/catalogue/schema";
import type { Choices, Student } from "@/lib/catalogue/suggest-courses";
import type { PhoneLengths } from "@/lib/wizard/normalise-input";
import type { StepId } from "@/lib/wizard/steps";
import type { Branch, FormField } from "@/lib/wizard/types";
import type { AtStart, OptionWithHint } from "./select-options";

/** Points that the school counts itself; `isMaximum`: up to that many. */
type SchoolCriterion = { label: string; points: number; isMaximum: boolean };

/** Data of a step's controls, besides the input. */
export type StepFieldData = {
  branch: Branch | undefined;
  /** The request has several children. */
  severalChildren?: boolean;
  termsUrl: string;
  /** Fields that are not asked, because their value is known. */
  hiddenFields?: readonly FormField[];
  /** Undefined before the birth date is known. */
  age: number | undefined;
  atStart?: AtStart;
  /** A sibling's course in the same request, to copy. */
  siblingCourse?: { child: number; name: string; course: LocalName; choices: Record<string, string> };
  /** The second guardian of a previous child, to share. */
  previousGuardian?: { child: string; email: string };
  /** Generated e-mail for a child without one (4.4-9). */
  generatedEmail?: string;
  years: OptionWithHint[];
  exampleYear: number;
  countries: Option[];
  prefixes: Option[];
  phoneLengths: PhoneLengths;
  emailOptional: boolean;
  specialities: Option[];
  syllabi: OptionGroup[];
  catalogue: {
    instruments: Choices["specialities"];
    courses: Choices["syllabi"];
    student: Student;
    syllabi: CatalogueSyllabus[];
    firstInstrument: CatalogueSpeciality | undefined;
    firstCourse: CatalogueSyllabus | undefined;
    tariff: Tariff;
  };
  skippedSteps?: readonly StepId[];
  /** A returning student's last courses. */
  lastCourses?: { year: string; courses: LocalName };
  /** Claims of the round, and criteria that the school counts itself. */
  claims?: { choices: (Option & { points: number; shared: boolean })[]; schoolCriteria: SchoolCriterion[] };
  /** Choices that a change of the school year removed. */
  clearedChoices?: LocalName;
};

/** Whether a child without e-mail needs none, gets a generated one, or must enter one. */
export const getWithoutEmail = ({ emailOptional, generatedEmail }: StepFieldData) =>
  emailOptional ? "none" : generatedEmail ? "made" : "typed";

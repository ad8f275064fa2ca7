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

/** What counts points without being asked: so much, or up to it. */
type Ours = { label: string; points: number; isMark: boolean };

/** Everything that a step's controls show beside what was typed. */
export type StepFieldData = {
  branch: Branch | undefined;
  /** The request holds several children, of whom this is one. */
  several?: boolean;
  /** How to reach the school. */
  contact: Contact;
  /** Where the terms can be read. */
  termsUrl: string;
  /** What is known and so not asked. */
  unasked?: readonly FormField[];
  /** The student's age, once the birth date is known. */
  age: number | undefined;
  /** How old the student is when the course begins, and how the school counts that. */
  atStart?: { age: number; by: "birthday" | "birth_year"; year: string };
  /** The course of another child in the same sitting, which this one may take too. */
  same?: { child: number; name: string; wish: LocalName; choices: Record<string, string> };
  /** The other guardian of a child before in the same sitting, whom this one has too. */
  sameSecond?: { child: string; email: string };
  /** The address that stands for a child who has none of its own, where the law asks for one. */
  tagged?: string;
  years: OptionWithHint[];
  /** A year for the example of a birth date. */
  exampleYear: number;
  countries: Option[];
  prefixes: Option[];
  phoneLengths: PhoneLengths;
  /** A minor may be without an e-mail address (4.4-9). */
  emailOptional: boolean;
  specialities: Option[];
  syllabi: OptionGroup[];
  /** What is taught, for whom, and what was chosen; `taken` and `held` are the first speciality and syllabus. */
  catalogue: {
    instruments: Choices["specialities"];
    courses: Choices["syllabi"];
    student: Student;
    syllabi: CatalogueSyllabus[];
    taken: CatalogueSpeciality | undefined;
    held: CatalogueSyllabus | undefined;
    tariff: Tariff;
  };
  /** Steps to which nobody was led. */
  notAsked?: readonly StepId[];
  /** What a student who comes back studied last, where the page asks for studies. */
  last?: { year: string; names: string[] };
  /** What a round asks of whoever enrolls, and what the school counts itself. */
  merits?: { choices: (Option & { points: number; shared: boolean })[]; ours: Ours[] };
  /** Names of choices that a change of the school year took away. */
  cleared: string;
};

/** What follows for a child without an address: none is needed, one is made, or one has to be typed. */
export const getWithoutEmail = ({ emailOptional, tagged }: StepFieldData) =>
  emailOptional ? "none" : tagged ? "made" : "typed";

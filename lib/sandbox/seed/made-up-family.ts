import { listSpecialityIds } from "@/lib/catalogue/course-price";
import { getAgeAtStart, getCatalogueSnapshot } from "@/lib/catalogue/queries";
import type { CatalogueSyllabus } from "@/lib/catalogue/schema";
import { canStart, teaches } from "@/lib/catalogue/suggest-courses";
import type { AdultEnrollment, MinorEnrollment } from "@/lib/enrollment/schema";
import type { Day } from "@/lib/platform/dates";
import { getSettings } from "@/lib/school/settings";

/** A random integer from `from` (default 0) up to but excluding `below`. */
export type RandomNumbers = { (below: number): number; (from: number, below: number): number };

export type SampleFamily = { body: AdultEnrollment | MinorEnrollment; locale: string; label?: string };

type Studies = Pick<MinorEnrollment, "school_year_id"> & Partial<MinorEnrollment>;
type Student = Studies & { student_birth_date: Day };

/** The choices that a school year offers. */
type SampleYear = {
  id: number;
  specialities: readonly number[];
  syllabi: readonly CatalogueSyllabus[];
  /** The age of a person at the start of the courses. */
  ageAtStart: (born: Day) => number;
};

/** @throws Error for an unknown year */
export async function readSampleYear(id: number): Promise<SampleYear> {
  const { schoolYears, byYear } = await getCatalogueSnapshot();
  const [starts, catalogue] = [schoolYears.find((year) => year.id === id)?.start_school_year, byYear.get(id)];
  if (!starts || !catalogue) throw new Error(`There is no school year ${id}.`);
  const { course_age } = await getSettings();
  return {
    id,
    specialities: [...catalogue.specialities.ids],
    syllabi: catalogue.syllabi.items,
    ageAtStart: (born) => getAgeAtStart(born, starts, course_age),
  };
}

/** Random choices: courses for the age, and instruments that all of them teach. */
function createStudies({ id, ageAtStart, ...year }: SampleYear, born: Day, dice: RandomNumbers): Studies {
  const experience = dice(3) === 0 ? dice(4) : undefined;
  const courses = year.syllabi.filter((one) => canStart(one, { age: ageAtStart(born), experience }));
  const taught = (syllabi: readonly CatalogueSyllabus[]) =>
    new Set(syllabi.flatMap((syllabus) => [...listSpecialityIds(syllabus)]));
  const taughtInCourses = taught(courses);
  const isAnyTaught = taught(year.syllabi).size > 0;
  const instruments = year.specialities.filter((one) => taughtInCourses.has(one) || !isAnyTaught);
  const [first] = pick(dice, instruments, 1);
  const suitable = courses.filter((course) => teaches(course, first));
  const [syllabus, other] = pick(dice, suitable, first ? dice(0, 3) : dice(1, 3));
  const alike = instruments.filter(
    (one) => one !== first && [syllabus, other].every((course) => !course || teaches(course, one)),
  );
  const [second, third] = pick(dice, alike, dice(3));
  return {
    school_year_id: id,
    ...(first && { student_speciality_option1: first }),
    ...(second && { student_speciality_option2: second }),
    ...(third && { student_speciality_option3: third }),
    ...(syllabus && { student_syllabi_option1: syllabus.id }),
    ...(other && { student_syllabi_option2: other.id }),
    ...(first &&
      experience !== undefined && {
        student_experience_speciality: first,
        student_experience_years: experience,
      }),
  };
}

function pick<T>(dice: RandomNumbers, from: readonly T[], count: number): (T | undefined)[] {
  const left = [...from];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(dice(left.length), 1)[0]);
}

const givenNames = [
  [
    "Martina",
    "Lucía",
    "Aina",
    "Júlia",
    "Carmen",
    "Noa",
    "Valeria",
    "Abril",
    "Laia",
    "Jimena",
    "Zoe",
    "Núria",
  ],
  ["Hugo", "Martí", "Leo", "Pau", "Daniel", "Biel", "Nil", "Álvaro", "Jan", "Iván", "Omar", "Thiago"],
].flat();
const parents = [
  "Marta",
  "Jordi",
  "Cristina",
  "Sergio",
  "Elena",
  "Rachid",
  "Mònica",
  "Andrés",
  "Olga",
  "Wei",
];
const surnames = [
  ["García", "Ferrer", "Muñoz", "Vidal", "Iglesias", "Puigdevall", "Benali", "Ibáñez", "Casals", "Ortega"],
  ["Chen", "Roselló", "Domínguez", "Sala", "Peña", "Castells", "Nowak", "Camps", "Gutiérrez", "Miró"],
].flat();
const streets = ["Carrer de Mallorca", "Calle del Olmo", "Avinguda Diagonal", "Calle Ancha", "Plaça del Sol"];
const towns = [
  ["Barcelona", "08013"],
  ["Madrid", "28012"],
  ["Girona", "17004"],
  ["Sant Cugat del Vallès", "08172"],
  ["Alcalá de Henares", "28801"],
] as const;
const observations = [
  "Los martes no puede antes de las 18 h.",
  "Su hermana ya viene a la escuela, nos iría bien el mismo día.",
  "Toca de oído en casa desde pequeño; tiene muchas ganas.",
  "Preferiríem classes els dilluns o dimecres a la tarda.",
  "Usa silla de ruedas: ¿hay ascensor hasta las aulas?",
  "We have just moved here; English is fine for lessons at first.",
];
const labels = ["beca", "falta el DNI", "hermanos en la escuela"];

/** A random family with reserved e-mail domains (RFC 2606). */
export function createSampleFamily(year: SampleYear, today: Day, dice: RandomNumbers): SampleFamily {
  const thisYear = Number(today.slice(0, 4));
  const isAdult = dice(5) === 0;
  const born = birthDate(dice, thisYear - (isAdult ? dice(19, 62) : dice(4, 17)));
  const own = {
    ...createStudies(year, born, dice),
    student_birth_date: born,
    ...(dice(3) === 0 && { enrollment_observations: pickOne(dice, observations) }),
  };
  const locale = pickOne(dice, ["es", "es", "ca", "ca", "en"]);
  const label = dice(5) === 0 ? pickOne(dice, labels) : undefined;
  return { body: isAdult ? adult(dice, own) : minor(dice, thisYear, own), locale, label };
}

function adult(dice: RandomNumbers, studies: Student): AdultEnrollment {
  const [name, surname] = [pickOne(dice, [...givenNames, ...parents]), twoSurnames(dice)];
  return {
    ...studies,
    student_name: name,
    student_surname: surname,
    student_email: address(dice, name, surname),
    student_document_type: "dni",
    student_document: dni(dice),
    student_phone: phone(dice),
    student_phone_country_code: "+34",
    student_country: "es",
    ...home(dice, "student"),
    terms_and_conditions: true,
  };
}

function minor(dice: RandomNumbers, thisYear: number, studies: Student): MinorEnrollment {
  const [name, parent] = [pickOne(dice, givenNames), pickOne(dice, parents)];
  const [surname, parentSurname] = [twoSurnames(dice), twoSurnames(dice)];
  return {
    ...studies,
    guardian_name: parent,
    guardian_surname: parentSurname,
    guardian_email: address(dice, parent, parentSurname),
    guardian_birth_date: birthDate(dice, thisYear - dice(30, 55)),
    guardian_document_type: "dni",
    guardian_document: dni(dice),
    guardian_phone: phone(dice),
    guardian_phone_country_code: "+34",
    guardian_country: "es",
    ...home(dice, "guardian"),
    student_name: name,
    student_surname: surname,
    student_email: address(dice, name, surname),
    ...(dice(2) === 0 && { second_guardian_email: address(dice, pickOne(dice, parents), twoSurnames(dice)) }),
    terms_and_conditions: true,
  };
}

const pickOne = <T>(dice: RandomNumbers, list: readonly T[]): T => list[dice(list.length)] as T;
const pad = (value: number) => String(value).padStart(2, "0");
const twoSurnames = (dice: RandomNumbers) => `${pickOne(dice, surnames)} ${pickOne(dice, surnames)}`;
const birthDate = (dice: RandomNumbers, year: number) => `${year}-${pad(dice(1, 13))}-${pad(dice(1, 29))}`;
const phone = (dice: RandomNumbers) => `6${String(dice(100_000_000)).padStart(8, "0")}`;

function address(dice: RandomNumbers, name: string, surname: string): string {
  const plain = `${name}.${surname.split(" ")[0]}`.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return `${plain}.${dice(0x1000000).toString(16).padStart(6, "0")}@familia.example`;
}

function home<Who extends "student" | "guardian">(dice: RandomNumbers, who: Who) {
  const [city, zipCode] = pickOne(dice, towns);
  return {
    [`${who}_city`]: city,
    [`${who}_zip_code`]: zipCode,
    [`${who}_address`]: `${pickOne(dice, streets)} ${dice(1, 140)}, ${dice(1, 7)}.º ${dice(1, 5)}.ª`,
  } as Record<`${Who}_${"city" | "zip_code" | "address"}`, string>;
}

function dni(dice: RandomNumbers): string {
  const number = dice(10_000_000, 100_000_000);
  return `${number}${"TRWAGMYFPDXBNJZSQVHLCKE"[number % 23]}`;
}

import { listSpecialityIds } from "@/lib/catalogue/course-price";
import { getAgeAtStart, getCatalogueSnapshot } from "@/lib/catalogue/queries";
import type { CatalogueSyllabus } from "@/lib/catalogue/schema";
import { canStart, teaches } from "@/lib/catalogue/suggest-courses";
import type { AdultEnrollment, MinorEnrollment } from "@/lib/enrollment/schema";
import type { Day } from "@/lib/platform/dates";
import { foldText } from "@/lib/platform/text";
import { getSettings } from "@/lib/school/settings";

/** A random integer from `from` (default 0) up to but excluding `below`. */
type Random = { (below: number): number; (from: number, below: number): number };

export type SampleFamily = { body: AdultEnrollment | MinorEnrollment; locale: string; label?: string };

type Studies = Pick<MinorEnrollment, "school_year_id"> & Partial<MinorEnrollment>;
type Student = Studies & { student_birth_date: Day };

/** The choices that a school year offers. */
type SampleYear = Awaited<ReturnType<typeof readSampleYear>>;

/** @throws Error for an unknown year */
export async function readSampleYear(id: number) {
  const { schoolYears, byYear } = await getCatalogueSnapshot();
  const [starts, catalogue] = [schoolYears.find((year) => year.id === id)?.start_school_year, byYear.get(id)];
  if (!starts || !catalogue) throw new Error(`There is no school year ${id}.`);
  const { course_age } = await getSettings();
  return {
    id,
    specialities: [...catalogue.specialities.ids],
    syllabi: catalogue.syllabi.items,
    /** The age of a person at the start of the courses. */
    ageAtStart: (born: Day) => getAgeAtStart(born, starts, course_age),
  };
}

/** Random choices: courses for the age, and instruments that all of them teach. */
function createStudies({ id, ageAtStart, ...year }: SampleYear, born: Day, random: Random): Studies {
  const experience = random(3) === 0 ? random(4) : undefined;
  const courses = year.syllabi.filter((course) => canStart(course, { age: ageAtStart(born), experience }));
  const listTaught = (syllabi: readonly CatalogueSyllabus[]) =>
    new Set(syllabi.flatMap((syllabus) => [...listSpecialityIds(syllabus)]));
  const taught = listTaught(courses);
  const isAnyTaught = listTaught(year.syllabi).size > 0;
  const instruments = year.specialities.filter((one) => taught.has(one) || !isAnyTaught);
  const [first] = pick(random, instruments, 1);
  const suitable = courses.filter((course) => teaches(course, first));
  const [syllabus, other] = pick(random, suitable, first ? random(0, 3) : random(1, 3));
  const alternatives = instruments.filter(
    (one) => one !== first && [syllabus, other].every((course) => !course || teaches(course, one)),
  );
  const [second, third] = pick(random, alternatives, random(3));
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

function pick<T>(random: Random, items: readonly T[], count: number): (T | undefined)[] {
  const rest = [...items];
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(random(rest.length), 1)[0]);
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
const parentNames = [
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
export function createSampleFamily(year: SampleYear, today: Day, random: Random): SampleFamily {
  const thisYear = Number(today.slice(0, 4));
  const isAdult = random(5) === 0;
  const born = createDay(random, thisYear - (isAdult ? random(19, 62) : random(4, 17)));
  const student = {
    ...createStudies(year, born, random),
    student_birth_date: born,
    ...(random(3) === 0 && { enrollment_observations: pickOne(random, observations) }),
  };
  const locale = pickOne(random, ["es", "es", "ca", "ca", "en"]);
  const label = random(5) === 0 ? pickOne(random, labels) : undefined;
  const body = isAdult ? createAdult(random, student) : createMinor(random, thisYear, student);
  return { body, locale, label };
}

function createAdult(random: Random, studies: Student): AdultEnrollment {
  const [name, surname] = [pickOne(random, [...givenNames, ...parentNames]), pickSurnames(random)];
  return {
    ...studies,
    student_name: name,
    student_surname: surname,
    student_email: createEmail(random, name, surname),
    student_document_type: "dni",
    student_document: createDni(random),
    student_phone: createPhone(random),
    student_phone_country_code: "+34",
    student_country: "es",
    ...createHome(random, "student"),
    terms_and_conditions: true,
  };
}

function createMinor(random: Random, thisYear: number, studies: Student): MinorEnrollment {
  const [name, parent] = [pickOne(random, givenNames), pickOne(random, parentNames)];
  const [surname, parentSurname] = [pickSurnames(random), pickSurnames(random)];
  return {
    ...studies,
    guardian_name: parent,
    guardian_surname: parentSurname,
    guardian_email: createEmail(random, parent, parentSurname),
    guardian_birth_date: createDay(random, thisYear - random(30, 55)),
    guardian_document_type: "dni",
    guardian_document: createDni(random),
    guardian_phone: createPhone(random),
    guardian_phone_country_code: "+34",
    guardian_country: "es",
    ...createHome(random, "guardian"),
    student_name: name,
    student_surname: surname,
    student_email: createEmail(random, name, surname),
    ...(random(2) === 0 && {
      second_guardian_email: createEmail(random, pickOne(random, parentNames), pickSurnames(random)),
    }),
    terms_and_conditions: true,
  };
}

const pickOne = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;
const pad = (value: number) => String(value).padStart(2, "0");
const pickSurnames = (random: Random) => `${pickOne(random, surnames)} ${pickOne(random, surnames)}`;
const createDay = (random: Random, year: number) => `${year}-${pad(random(1, 13))}-${pad(random(1, 29))}`;
const createPhone = (random: Random) => `6${String(random(100_000_000)).padStart(8, "0")}`;

function createEmail(random: Random, name: string, surname: string): string {
  const plain = foldText(`${name}.${surname.split(" ")[0]}`);
  return `${plain}.${random(0x1000000).toString(16).padStart(6, "0")}@familia.example`;
}

function createHome<Role extends "student" | "guardian">(random: Random, role: Role) {
  const [city, zipCode] = pickOne(random, towns);
  return {
    [`${role}_city`]: city,
    [`${role}_zip_code`]: zipCode,
    [`${role}_address`]: `${pickOne(random, streets)} ${random(1, 140)}, ${random(1, 7)}.º ${random(1, 5)}.ª`,
  } as Record<`${Role}_${"city" | "zip_code" | "address"}`, string>;
}

function createDni(random: Random): string {
  const number = random(10_000_000, 100_000_000);
  return `${number}${"TRWAGMYFPDXBNJZSQVHLCKE"[number % 23]}`;
}

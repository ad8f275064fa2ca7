import type { AdultEnrollment, MinorEnrollment } from "@/lib/enrollment/schema";

/** A whole number from the first, or 0, up to the last, which it is not. */
export type RandomNumbers = { (below: number): number; (from: number, below: number): number };

export type SampleFamily = { body: AdultEnrollment | MinorEnrollment; locale: string; label?: string };

/** What both enrollments ask of the studies. */
type Studies = Pick<MinorEnrollment, "school_year_id"> & Partial<MinorEnrollment>;

/** One to three specialities in some order, and mostly a syllabus: what families choose. */
export function createSampleStudies(
  { id, specialities, syllabi }: { id: number; specialities: number[]; syllabi: number[] },
  dice: RandomNumbers,
): Studies {
  const pick = (ids: number[], count: number) => {
    const left = [...ids];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(dice(left.length), 1)[0]);
  };
  const [first, second, third] = pick(specialities, dice(1, 4));
  const [syllabus, other] = pick(syllabi, dice(0, 3));
  return {
    school_year_id: id,
    ...(first && { student_speciality_option1: first }),
    ...(second && { student_speciality_option2: second }),
    ...(third && { student_speciality_option3: third }),
    ...(syllabus && { student_syllabi_option1: syllabus }),
    ...(other && { student_syllabi_option2: other }),
    ...(first &&
      dice(3) === 0 && { student_experience_speciality: first, student_experience_years: dice(4) }),
  };
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

/** A family that could be anybody's, at addresses that can never exist (RFC 2606). */
export function createSampleFamily(thisYear: number, studies: Studies, dice: RandomNumbers): SampleFamily {
  const own = { ...studies, ...(dice(3) === 0 && { enrollment_observations: pickOne(dice, observations) }) };
  const locale = pickOne(dice, ["es", "es", "ca", "ca", "en"]);
  const label = dice(5) === 0 ? pickOne(dice, labels) : undefined;
  if (dice(5) === 0) return { body: adult(dice, thisYear, own), locale, label };
  return { body: minor(dice, thisYear, own), locale, label };
}

function adult(dice: RandomNumbers, thisYear: number, studies: Studies): AdultEnrollment {
  const [name, surname] = [pickOne(dice, [...givenNames, ...parents]), twoSurnames(dice)];
  return {
    ...studies,
    student_name: name,
    student_surname: surname,
    student_email: address(dice, name, surname),
    student_birth_date: birthDate(dice, thisYear - dice(19, 62)),
    student_document_type: "dni",
    student_document: dni(dice),
    student_phone: phone(dice),
    student_phone_country_code: "+34",
    student_country: "es",
    ...home(dice, "student"),
    terms_and_conditions: true,
  };
}

function minor(dice: RandomNumbers, thisYear: number, studies: Studies): MinorEnrollment {
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
    student_birth_date: birthDate(dice, thisYear - dice(4, 17)),
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

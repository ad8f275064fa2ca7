import { randomInt, randomUUID } from "node:crypto";
import type { AdultEnrollment, MinorEnrollment } from "@/lib/enrollment/schema";

const given = [
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

type Studies = Pick<MinorEnrollment, "school_year_id"> & Partial<MinorEnrollment>;

export type Family = { body: AdultEnrollment | MinorEnrollment; locale: string; label?: string };

/** A family that could be anybody's, at addresses that can never exist (RFC 2606). */
export function family(thisYear: number, studies: Studies): Family {
  const own = { ...studies, ...(randomInt(3) === 0 && { enrollment_observations: one(observations) }) };
  const locale = one(["es", "es", "ca", "ca", "en"]);
  const label = randomInt(5) === 0 ? one(labels) : undefined;
  if (randomInt(5) === 0) return { body: adult(thisYear, own), locale, label };
  return { body: minor(thisYear, own), locale, label };
}

function adult(thisYear: number, studies: Studies): AdultEnrollment {
  const [name, surname] = [one([...given, ...parents]), twoSurnames()];
  return {
    ...studies,
    student_name: name,
    student_surname: surname,
    student_email: address(name, surname),
    student_birth_date: birthDate(thisYear - randomInt(19, 62)),
    student_document_type: "dni",
    student_document: dni(),
    student_phone: phone(),
    student_phone_country_code: "+34",
    student_country: "es",
    ...home("student"),
    terms_and_conditions: true,
  };
}

function minor(thisYear: number, studies: Studies): MinorEnrollment {
  const [name, parent] = [one(given), one(parents)];
  const [surname, parentSurname] = [twoSurnames(), twoSurnames()];
  return {
    ...studies,
    guardian_name: parent,
    guardian_surname: parentSurname,
    guardian_email: address(parent, parentSurname),
    guardian_birth_date: birthDate(thisYear - randomInt(30, 55)),
    guardian_document_type: "dni",
    guardian_document: dni(),
    guardian_phone: phone(),
    guardian_phone_country_code: "+34",
    guardian_country: "es",
    ...home("guardian"),
    student_name: name,
    student_surname: surname,
    student_email: address(name, surname),
    student_birth_date: birthDate(thisYear - randomInt(4, 17)),
    ...(randomInt(2) === 0 && { second_guardian_email: address(one(parents), twoSurnames()) }),
    terms_and_conditions: true,
  };
}

const one = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;
const pad = (value: number) => String(value).padStart(2, "0");
const twoSurnames = () => `${one(surnames)} ${one(surnames)}`;
const birthDate = (year: number) => `${year}-${pad(randomInt(1, 13))}-${pad(randomInt(1, 29))}`;
const phone = () => `6${String(randomInt(100_000_000)).padStart(8, "0")}`;

function address(name: string, surname: string): string {
  const plain = `${name}.${surname.split(" ")[0]}`.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return `${plain}.${randomUUID().slice(0, 6)}@familia.example`;
}

function home<Who extends "student" | "guardian">(who: Who) {
  const [city, zipCode] = one(towns);
  return {
    [`${who}_city`]: city,
    [`${who}_zip_code`]: zipCode,
    [`${who}_address`]: `${one(streets)} ${randomInt(1, 140)}, ${randomInt(1, 7)}.º ${randomInt(1, 5)}.ª`,
  } as Record<`${Who}_${"city" | "zip_code" | "address"}`, string>;
}

function dni(): string {
  const number = randomInt(10_000_000, 100_000_000);
  return `${number}${"TRWAGMYFPDXBNJZSQVHLCKE"[number % 23]}`;
}

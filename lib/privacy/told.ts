import type { Prisma } from "@/generated/prisma/client";
import { dayOf } from "@/lib/dates";
import { type AnswerColumn, answerColumns } from "@/lib/enrollment/stored-answers";
import { acceptedText, acceptedTextOf } from "@/lib/enrollment/terms";
import { hasMailbox } from "@/lib/mail/addresses";

/** What is told of a person. */
export const own = { ...answerColumns, locale: true, createdAt: true } satisfies Prisma.PersonSelect;

/** What is told of an enrollment; a decision only once it has been told. */
export const enrollment = {
  reference: true,
  state: true,
  createdAt: true,
  source: true,
  locale: true,
  observations: true,
  experienceYears: true,
  experienceSpeciality: { select: { name: true } },
  termsUrl: true,
  termsText: acceptedText,
  termsAcceptedAt: true,
  schoolYear: { select: { year: true } },
  specialityChoices: {
    orderBy: { option: "asc" },
    select: { option: true, speciality: { select: { name: true } } },
  },
  syllabusChoices: {
    orderBy: { option: "asc" },
    select: { option: true, syllabus: { select: { name: true, course: { select: { name: true } } } } },
  },
  decisions: {
    where: { status: "told" },
    orderBy: { decidedAt: "asc" },
    select: {
      toState: true,
      decidedAt: true,
      settledAt: true,
      words: true,
      reason: { select: { es: true, ca: true, en: true } },
    },
  },
  notes: { orderBy: { createdAt: "asc" }, select: { text: true, createdAt: true } },
  paper: { select: { signedBy: true, signedOn: true } },
  labels: { select: { label: { select: { name: true } } } },
} satisfies Prisma.EnrollmentSelect & Record<AnswerColumn, true>;

type Person = Prisma.PersonGetPayload<{ select: typeof own }>;
type Enrollment = Prisma.EnrollmentGetPayload<{ select: typeof enrollment }>;

export function personOf(person: Person) {
  return {
    name: person.name,
    surname: person.surname,
    birth_date: person.birthDate && dayOf(person.birthDate),
    document_type: person.documentType,
    document: person.document,
    email: hasMailbox(person.email) ? person.email : null,
    phone_country_code: person.phoneCountryCode,
    phone: person.phone,
    country: person.country,
    city: person.city,
    zip_code: person.zipCode,
    address: person.address,
    language: person.locale,
    registered_at: iso(person.createdAt),
  };
}

export function enrollmentOf(row: Enrollment) {
  return {
    reference: row.reference,
    school_year: row.schoolYear.year,
    state: row.state,
    sent_at: iso(row.createdAt),
    sent_by: row.source,
    signed: row.paper && { by: row.paper.signedBy, on: dayOf(row.paper.signedOn) },
    language: row.locale,
    specialities: row.specialityChoices.map(({ speciality }) => speciality.name),
    syllabi: row.syllabusChoices.map(({ syllabus }) =>
      [syllabus.course.name, syllabus.name].filter(Boolean).join(" · "),
    ),
    experience_speciality: row.experienceSpeciality?.name ?? null,
    experience_years: row.experienceYears,
    observations: row.observations,
    terms: {
      address: row.termsUrl,
      text: acceptedTextOf(row.termsText),
      accepted_at: iso(row.termsAcceptedAt),
    },
    decisions: row.decisions.map(({ toState, decidedAt, settledAt, reason, words }) => ({
      state: toState,
      decided_at: iso(decidedAt),
      told_at: iso(settledAt),
      reason: reason?.[row.locale as "es"] ?? null,
      words,
    })),
    notes: row.notes.map(({ text, createdAt }) => ({ text, written_at: iso(createdAt) })),
    labels: row.labels.map(({ label }) => label.name),
  };
}

/** A time as it is told: ISO 8601 in UTC. */
export const iso = <T extends Date | null>(time: T) =>
  (time?.toISOString() ?? null) as T extends Date ? string : string | null;

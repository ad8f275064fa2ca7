import { z } from "zod";
import type { Endpoint } from "@/lib/api/endpoint";
import { schoolYearSchema, specialitySchema, subjectSchema, syllabusSchema } from "@/lib/catalogue/schema";
import { placeAnswerSchema } from "@/lib/decisions/schema";
import { enrollmentErrorCodes } from "@/lib/enrollment/error-codes";
import { enrollmentQuerySchema, notifiedEnrollmentSchema } from "@/lib/enrollment/queries";
import {
  adultEnrollmentSchema,
  minorEnrollmentSchema,
  returningEnrollmentSchema,
  siblingEnrollmentSchema,
} from "@/lib/enrollment/schema";
import { eventQuerySchema, eventSchema } from "@/lib/events/schema";
import { documentTypes, experienceOptions } from "@/lib/reference/values";
import { admissionContract } from "./admission-contract";
import { sandboxContract } from "./sandbox-contract";
import { referenceParam, schoolYearQuery } from "./shared-parameters";
import { webhookContract } from "./webhook-contract";

const catalogue = {
  method: "GET",
  scope: "catalogue:read",
  tag: "Academic catalogue",
  cached: true,
  status: 200,
  description: "Success.",
} as const;

const general = { ...catalogue, tag: "General reference" } as const;

const familyRequest = {
  method: "POST",
  scope: "enrollment:write",
  tag: "Enrollment",
  params: z.object({ reference: referenceParam }),
  idempotent: true,
  status: 200,
  data: notifiedEnrollmentSchema.pick({ reference: true, state: true }),
  errors: ["transition_not_allowed"],
} satisfies Partial<Endpoint>;

const enrollmentRequest = {
  method: "POST",
  scope: "enrollment:write",
  tag: "Enrollment",
  idempotent: true,
  status: 201,
  description: "The enrollment is registered and its account-setup e-mails are queued.",
  data: z.literal("Enrollment created successfully."),
  headers: ["Enrollment-Reference"],
  errors: ["duplicate"],
} as const satisfies Partial<Endpoint>;

const enrollmentRead = {
  method: "GET",
  scope: "enrollment:read",
  tag: "Enrollment",
  status: 200,
  description: "Success.",
} as const;

/** Endpoints with a key: the ten of section 4, then additional ones. */
export const contract = {
  listSchoolYears: {
    ...catalogue,
    path: "/api/v1/academic/school_years",
    summary: "The current school year and, if one exists, the next one.",
    data: z.array(schoolYearSchema),
  },
  listSpecialities: {
    ...catalogue,
    path: "/api/v1/academic/specialities",
    summary: "The specialities available in a school year.",
    query: schoolYearQuery,
    data: z.array(specialitySchema),
  },
  listSubjects: {
    ...catalogue,
    path: "/api/v1/academic/subjects",
    summary: "The subjects available in a school year.",
    query: schoolYearQuery,
    data: z.array(subjectSchema),
  },
  listSyllabi: {
    ...catalogue,
    path: "/api/v1/academic/syllabis",
    summary: "The syllabi available in a school year.",
    query: schoolYearQuery,
    data: z.array(syllabusSchema),
  },
  listExperienceOptions: {
    ...catalogue,
    path: "/api/v1/academic/speciality_experience",
    summary: "The previous-experience options for enrolling a student.",
    data: z.array(z.object({ key: z.enum(experienceOptions.map(({ key }) => key)), value: z.string() })),
    example: experienceOptions,
  },
  getTermsUrl: {
    ...general,
    path: "/api/v1/general/terms",
    summary: "The URL of the terms and conditions to accept when enrolling.",
    data: z.url(),
    example: "https://school.example/terms",
  },
  listCountries: {
    ...general,
    path: "/api/v1/general/countries",
    summary: "The supported countries, as ISO 3166-1 alpha-2 codes in lower case.",
    data: z.array(z.string().regex(/^[a-z]{2}$/)),
    example: ["es", "fr", "ad"],
  },
  listDocumentTypes: {
    ...general,
    path: "/api/v1/general/document_types",
    summary: "The supported types of identity documents.",
    data: z.array(z.enum(documentTypes)),
    example: documentTypes,
  },
  createAdultEnrollment: {
    ...enrollmentRequest,
    path: "/api/v1/academic/adult_enrollment",
    summary: "Registers an enrollment request for an adult.",
    body: adultEnrollmentSchema,
    codes: enrollmentErrorCodes.adult,
  },
  createMinorEnrollment: {
    ...enrollmentRequest,
    path: "/api/v1/academic/minor_enrollment",
    summary: "Registers an enrollment request for a minor with one or two guardians.",
    body: minorEnrollmentSchema,
    codes: enrollmentErrorCodes.minor,
  },
  createSiblingEnrollment: {
    ...enrollmentRequest,
    path: "/api/v1/academic/sibling_enrollment",
    summary: "Registers another child of the first guardian of an enrollment made with this key.",
    body: siblingEnrollmentSchema,
    codes: enrollmentErrorCodes.sibling,
    bodyExample: {
      student_email: "jan.soler@example.org",
      student_name: "Jan",
      student_birth_date: "2017-06-08",
      student_document: "22334455Y",
    },
    errors: ["not_found", "duplicate", "no_guardian"],
  },
  createReturningEnrollment: {
    ...enrollmentRequest,
    path: "/api/v1/academic/returning_enrollment",
    summary: "Registers another school year for the student of an enrollment made with this key.",
    body: returningEnrollmentSchema,
    codes: enrollmentErrorCodes.returning,
    errors: ["not_found", "duplicate"],
  },
  listEnrollments: {
    ...enrollmentRead,
    path: "/api/v1/academic/enrollments",
    summary:
      "The enrollments made with this key, in the state that their families were notified of; with the scope `enrollment:read_all`, those of all live keys.",
    query: enrollmentQuerySchema,
    data: z.array(notifiedEnrollmentSchema),
    pagination: "until_its_end",
  },
  getEnrollment: {
    ...enrollmentRead,
    path: "/api/v1/academic/enrollments/{reference}",
    summary: "An enrollment made with this key, in the state that its family was notified of.",
    params: z.object({ reference: referenceParam }),
    data: notifiedEnrollmentSchema,
  },
  withdraw: {
    ...familyRequest,
    path: "/api/v1/academic/enrollments/{reference}/withdrawal",
    summary:
      "Withdraws an enrollment made with this key, as long as its family could withdraw it. Takes no body.",
    description: "The enrollment is withdrawn and the family's notification is queued.",
    example: { reference: "K7M3XQ9A", state: "withdrawn" },
  },
  answerPlace: {
    ...familyRequest,
    path: "/api/v1/academic/enrollments/{reference}/place_answer",
    summary:
      "Confirms or gives up the place of an enrollment made with this key, while the school waits for the family's answer.",
    body: placeAnswerSchema,
    codes: { answer: ["required", "invalid_type", "invalid_value"] },
    description:
      "The answer is saved. Giving up a place withdraws the enrollment; the family's notification is queued.",
    example: { reference: "K7M3XQ9A", state: "accepted" },
  },
  listEvents: {
    ...enrollmentRead,
    tag: "Events",
    path: "/api/v1/events",
    summary: "The events of the enrollments made with this key, in order, without gaps or repetitions.",
    query: eventQuerySchema,
    data: z.array(eventSchema),
    pagination: "without_end",
  },
  ...admissionContract,
  ...webhookContract,
  ...sandboxContract,
} as const satisfies Record<string, Endpoint>;

import { z } from "zod";
import { schoolYear, speciality, subject, syllabus } from "@/lib/catalogue/schema";
import { enrollmentState } from "@/lib/enrollment/read-enrollment";
import { adultEnrollment, minorEnrollment } from "@/lib/enrollment/schema";
import { documentTypes, experienceOptions } from "@/lib/reference/lists";
import type { Scope } from "./scopes";

/** One endpoint of the interface: what goes in, what comes out, and who may call it. */
export type Endpoint = {
  method: "GET" | "POST";
  path: string;
  scope: Scope;
  status: 200 | 201;
  summary: string;
  /** GET: the JSON body, or the same members in the query string. */
  query?: z.ZodObject;
  /** POST: documents the body; the domain checks it together with its rules. */
  body?: z.core.$ZodObject;
  data: z.ZodType;
};

const ofYear = z.object({
  school_year_id: z
    .int({ error: ({ input }) => (input == null ? "required" : "invalid_type") })
    .meta({ description: "The school year, by its `id` in the list of school years.", examples: [26] }),
});

const created = z.literal("Enrollment created successfully.");

/** The endpoints of section 4. Types the handlers, parses the input, documents and tests the API. */
export const contract = {
  listSchoolYears: catalogueRead(
    "academic/school_years",
    "The current school year and, if one exists, the next one.",
    {
      data: z.array(schoolYear),
    },
  ),
  listSpecialities: catalogueRead("academic/specialities", "The specialities available in a school year.", {
    query: ofYear,
    data: z.array(speciality),
  }),
  listSubjects: catalogueRead("academic/subjects", "The subjects available in a school year.", {
    query: ofYear,
    data: z.array(subject),
  }),
  listSyllabi: catalogueRead("academic/syllabis", "The syllabi available in a school year.", {
    query: ofYear,
    data: z.array(syllabus),
  }),
  listExperienceOptions: catalogueRead(
    "academic/speciality_experience",
    "The previous-experience options, usable when enrolling a student.",
    { data: z.array(z.object({ key: z.enum(experienceOptions.map(({ key }) => key)), value: z.string() })) },
  ),
  getTermsUrl: catalogueRead(
    "general/terms",
    "The URL of the terms and conditions to accept when enrolling.",
    {
      data: z.url(),
    },
  ),
  listCountries: catalogueRead(
    "general/countries",
    "The countries that may be named, ISO 3166-1 alpha-2 in lower case.",
    {
      data: z.array(z.string().regex(/^[a-z]{2}$/)),
    },
  ),
  listDocumentTypes: catalogueRead("general/document_types", "The document types that may be named.", {
    data: z.array(z.enum(documentTypes)),
  }),
  createAdultEnrollment: enrollmentWrite(
    "adult_enrollment",
    "Registers an enrollment request for an adult.",
    adultEnrollment,
  ),
  createMinorEnrollment: enrollmentWrite(
    "minor_enrollment",
    "Registers an enrollment request for a minor with one or two guardians.",
    minorEnrollment,
  ),
};

/** What the service offers beyond the interface; each under a scope of its own. */
export const extensions = {
  getEnrollment: {
    method: "GET",
    path: "/api/v1/academic/enrollments/{reference}",
    scope: "enrollment:read",
    status: 200,
    summary: "The state of an enrollment that this key has made.",
    data: enrollmentState,
  },
} as const satisfies Record<string, Endpoint>;

function catalogueRead<const Input extends Pick<Endpoint, "data" | "query">>(
  path: string,
  summary: string,
  input: Input,
) {
  return {
    method: "GET",
    path: `/api/v1/${path}`,
    scope: "catalogue:read",
    status: 200,
    summary,
    ...input,
  } as const;
}

function enrollmentWrite<Body extends z.core.$ZodObject>(path: string, summary: string, body: Body) {
  return {
    method: "POST",
    path: `/api/v1/academic/${path}`,
    scope: "enrollment:write",
    status: 201,
    summary,
    body,
    data: created,
  } as const;
}

import { z } from "zod";
import { meritsSchema, roundSchema } from "@/lib/admission/schema";
import type { Endpoint } from "@/lib/api/endpoint";
import { referenceParam, schoolYearQuery } from "./shared-parameters";

/** Endpoints of admission rounds. */
export const admissionContract = {
  listRounds: {
    method: "GET",
    scope: "catalogue:read",
    tag: "Academic catalogue",
    path: "/api/v1/academic/rounds",
    summary: "The admission rounds of a school year with their phases, dates and criteria.",
    query: schoolYearQuery,
    status: 200,
    description: "Success.",
    data: z.array(roundSchema),
  },
  claimMerits: {
    method: "PUT",
    scope: "enrollment:write",
    tag: "Enrollment",
    path: "/api/v1/academic/enrollments/{reference}/merits",
    summary:
      "Replaces the criteria that an enrollment made with this key claims in the open admission round.",
    params: z.object({ reference: referenceParam }),
    body: meritsSchema,
    codes: { merits: ["required", "invalid_type", "invalid_value", "too_long"] },
    status: 200,
    description: "The claims are saved. The school verifies those that need a document.",
    data: meritsSchema,
    errors: ["no_open_round"],
  },
} as const satisfies Record<string, Endpoint>;

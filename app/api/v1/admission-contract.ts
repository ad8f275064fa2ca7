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
    summary:
      "The rounds of admission of a school year: how far they are, their days, and what counts points.",
    query: schoolYearQuery,
    status: 200,
    answered: "What was asked for.",
    data: z.array(roundSchema),
  },
  claimMerits: {
    method: "PUT",
    scope: "enrollment:write",
    tag: "Enrollment",
    path: "/api/v1/academic/enrollments/{reference}/merits",
    summary:
      "Claims points of the round that is open, for an enrollment that this key has made, in the place of what was claimed before.",
    params: z.object({ reference: referenceParam }),
    body: meritsSchema,
    codes: { merits: ["required", "invalid_type", "invalid_value", "too_long"] },
    status: 200,
    answered: "Claimed; the school checks what has to be checked.",
    data: meritsSchema,
    errors: ["no_open_round"],
  },
} as const satisfies Record<string, Endpoint>;

"use server";

import { z } from "zod";
import { optionalText } from "@/app/[locale]/_lib/parse-form";
import { createAccountAction } from "@/app/[locale]/(account)/_lib/form-action";
import { claimAsFamily, objectAsFamily } from "@/lib/family/round/verbs";

const toPointsPage = (reference: string, flash: string) => ({
  redirect: `/account/enrollments/${reference}/points?said=${flash}`,
});

const claims = z.object({ reference: optionalText, merits: z.array(z.string()) });

export const submitClaimsAction = createAccountAction(claims, async (personId, { reference, merits }) => {
  await claimAsFamily(personId, reference, merits, new Date());
  return toPointsPage(reference, "claimed");
});

const objectionSchema = z.object({ reference: optionalText, words: optionalText });

export const submitObjectionAction = createAccountAction(
  objectionSchema,
  async (personId, { reference, words }) => {
    await objectAsFamily(personId, reference, words, new Date());
    return toPointsPage(reference, "objected");
  },
);

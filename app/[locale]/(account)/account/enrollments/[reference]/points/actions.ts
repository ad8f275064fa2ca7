"use server";

import { z } from "zod";
import { createAccountAction, optionalText } from "@/app/[locale]/(account)/_lib/form-action";
import { claimAsFamily, objectAsFamily } from "@/lib/family/round/verbs";

const here = (reference: string, said: string) => ({
  goTo: `/account/enrollments/${reference}/points?said=${said}`,
});

const claims = z.object({ reference: optionalText, merits: z.array(z.string()) });

export const submitClaimsAction = createAccountAction(claims, async (personId, { reference, merits }) => {
  await claimAsFamily(personId, reference, merits, new Date());
  return here(reference, "claimed");
});

const objection = z.object({ reference: optionalText, words: optionalText });

export const submitObjectionAction = createAccountAction(
  objection,
  async (personId, { reference, words }) => {
    await objectAsFamily(personId, reference, words, new Date());
    return here(reference, "objected");
  },
);

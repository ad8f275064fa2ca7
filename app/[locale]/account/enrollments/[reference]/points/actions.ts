"use server";

import { z } from "zod";
import { claimAsFamily, objectAsFamily } from "@/lib/family/round/verbs";
import { asFamily, text } from "../../../act";

const here = (reference: string, said: string) => ({
  goTo: `/account/enrollments/${reference}/points?said=${said}`,
});

const claims = z.object({ reference: text, merits: z.array(z.string()) });

export const claimAction = asFamily(claims, async (personId, { reference, merits }) => {
  await claimAsFamily(personId, reference, merits, new Date());
  return here(reference, "claimed");
});

const objection = z.object({ reference: text, words: text });

/** The family's words against the provisional list. */
export const objectAction = asFamily(objection, async (personId, { reference, words }) => {
  await objectAsFamily(personId, reference, words, new Date());
  return here(reference, "objected");
});

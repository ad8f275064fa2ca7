"use server";

import { z } from "zod";
import { optionalText } from "@/app/[locale]/_lib/parse-form";
import { createAccountAction } from "@/app/[locale]/(account)/_lib/form-action";
import { findPageChanges } from "@/app/[locale]/(account)/account/page-changed";
import { decideAsFamily } from "@/lib/decisions/family/verbs";
import { readSentAnswers, withdrawalShown } from "@/lib/family/queries";

export const withdrawAction = createAccountAction(
  z.object({ reference: optionalText }),
  async (personId, { reference }, form) => {
    const now = new Date();
    const sent = await readSentAnswers(personId, reference, now);
    const changeProblems = sent && (await findPageChanges(form, withdrawalShown(sent)));
    if (changeProblems) return changeProblems;
    await decideAsFamily({ reference, to: "withdrawn" }, personId, now);
    return { redirect: "/account?said=withdrawn" };
  },
);

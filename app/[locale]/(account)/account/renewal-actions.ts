"use server";

import { getLocale } from "next-intl/server";
import { z } from "zod";
import { getClientAddress } from "@/app/[locale]/_lib/client-address";
import { optionalInteger, optionalText } from "@/app/[locale]/_lib/parse-form";
import { createAccountAction } from "@/app/[locale]/(account)/_lib/form-action";
import { findRenewable, readFamilyOverview, renewingShown } from "@/lib/family/renewal/queries";
import { leavingShown, renew, setLeaving } from "@/lib/family/renewal/verbs";
import { DomainError } from "@/lib/people/verb";
import { tryConsumeFormLimit } from "@/lib/wizard/limits";
import { findPageChanges } from "./page-changed";

const renewalSchema = z.object({
  year: optionalInteger,
  stays: z.array(z.string()),
  terms: optionalText,
  terms_url: optionalText,
  renewal: optionalText,
});

export const renewAction = createAccountAction(
  renewalSchema,
  async (personId, { year, stays, terms, terms_url, renewal }, form) => {
    const now = new Date();
    const locale = await getLocale();
    const family = await readFamilyOverview(personId, now, locale);
    const enrolledParts = family.students
      .filter(({ requested }) => requested)
      .map(({ id }) => `student-${id}`);
    const changeProblems = await findPageChanges(form, renewingShown(family), enrolledParts);
    if (changeProblems) return changeProblems;
    if (!(await tryConsumeFormLimit("sends", await getClientAddress())))
      throw new DomainError({ code: "limited" });
    const input = {
      yearId: year,
      stays,
      accepted: terms === "yes",
      termsUrl: terms_url,
      renewal: renewal === "yes",
      locale,
    };
    await renew(personId, input, now);
    return { redirect: "/account?said=goesOn" };
  },
);

const referenceSchema = z.object({ reference: optionalText });

export const leaveAction = createAccountAction(referenceSchema, async (personId, { reference }, form) => {
  const now = new Date();
  const renewable = await findRenewable(personId, reference, now, await getLocale());
  const changeProblems = renewable && (await findPageChanges(form, leavingShown(renewable)));
  if (changeProblems) return changeProblems;
  await setLeaving(personId, reference, true, now);
  return { redirect: "/account?said=leaves" };
});

export const undoLeaveAction = createAccountAction(referenceSchema, async (personId, { reference }) => {
  await setLeaving(personId, reference, false, new Date());
  return { redirect: "/account" };
});

"use server";

import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { optionalText } from "@/app/[locale]/_lib/parse-form";
import { createPublicAction } from "@/app/[locale]/(account)/_lib/form-action";
import { confirmEmailChange } from "@/lib/family/email/verbs";
import { getSchoolContact } from "@/lib/school/queries";

/** Works signed out, because the link may open on another device. */
export const confirmEmailAction = createPublicAction(z.object({ token: optionalText }), async ({ token }) => {
  const outcome = await confirmEmailChange(token, new Date());
  if (outcome === "changed") return { redirect: "/account-setup/address/changed" };
  if (outcome === "closed") return { redirect: `/account-setup/address/${encodeURIComponent(token)}` };
  const [t, { email, phone }] = await Promise.all([getTranslations("account.newEmail"), getSchoolContact()]);
  return { problems: [{ text: t("taken", { email, phone }) }] };
});

"use server";

import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { askNewEmail, confirmNewEmail } from "@/lib/family/new-email";
import { correctUnreached } from "@/lib/family/unreached";
import { isUuid } from "@/lib/platform/uuid";
import { schoolCard } from "@/lib/school/school-card";
import { checkFields } from "../check-fields";
import { requesterAddress } from "../requester-address";
import { asFamily, field, leaveFor, orRefused, orUnavailable } from "./act";

/** Another address of one's own: it counts once its link was pressed (families 11). */
export async function askEmailAction(_: ActionState, form: FormData): Promise<ActionState> {
  const [t, issues] = await Promise.all([
    getTranslations("account.details"),
    getTranslations("account.issues"),
  ]);
  return asFamily(form, async (personId) => {
    const checked = await checkFields(form, ["guardian_email"], "minor");
    if ("problems" in checked) return checked;
    const wish = {
      email: String(checked.values.guardian_email),
      password: field(form, "password").slice(0, 1000),
      address: await requesterAddress(),
    };
    const outcome = await orUnavailable(() => askNewEmail(personId, wish, new Date()));
    if (outcome === "unavailable") return { problems: [{ words: issues("unavailable") }] };
    if (outcome === "asked") return { goTo: "/account/details?said=emailAsked" };
    return {
      problems: [
        { field: outcome === "same" ? "guardian_email" : "password", words: t(`emailProblems.${outcome}`) },
      ],
    };
  });
}

/** The address of a child or a second guardian whom no message has reached (families 10). */
export async function correctEmailAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("account.details");
  return asFamily(form, async (personId) => {
    const other = field(form, "person");
    const checked = await checkFields(form, ["second_guardian_email"], "minor");
    if ("problems" in checked) return checked;
    const email = String(checked.values.second_guardian_email ?? "");
    if (!isUuid(other) || email === "")
      return { problems: [{ field: "second_guardian_email", words: t("emailProblems.refused") }] };
    const outcome = await correctUnreached(personId, other, email, new Date());
    if (outcome === "corrected") return { goTo: "/account/details?said=emailCorrected" };
    return { problems: [{ field: "second_guardian_email", words: t(`emailProblems.${outcome}`) }] };
  });
}

/** The link to the new address was pressed; nobody need be signed in on that device. */
export async function confirmEmailAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("account.newEmail");
  const token = field(form, "token");
  const result = await orRefused(async () => {
    const outcome = await confirmNewEmail(token, new Date());
    if (outcome === "changed") return { goTo: "/account-setup/address/changed" };
    if (outcome === "closed") return { goTo: `/account-setup/address/${encodeURIComponent(token)}` };
    const { email, phone } = await schoolCard();
    return { problems: [{ words: t("taken", { email, phone }) }] };
  });
  if ("goTo" in result) return leaveFor(result.goTo);
  return { ...result, at: Date.now() };
}

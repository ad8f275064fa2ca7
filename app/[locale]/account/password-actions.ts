"use server";

import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { changePassword } from "@/lib/people/accounts/change-password";
import { requesterAddress } from "../requester-address";
import { asFamily, field, orUnavailable } from "./act";
import { keepSession } from "./session-cookie";

/** Another password, by whoever knows the present one. */
export async function changePasswordAction(_: ActionState, form: FormData): Promise<ActionState> {
  const [t, issues] = await Promise.all([
    getTranslations("account.newPassword"),
    getTranslations("account.issues"),
  ]);
  return asFamily(form, async (personId) => {
    const input = {
      current: field(form, "current"),
      password: field(form, "password"),
      address: await requesterAddress(),
    };
    const result = await orUnavailable(() => changePassword(personId, input, new Date()));
    if (result === "unavailable") return { problems: [{ words: issues("unavailable") }] };
    if ("issue" in result)
      return { problems: [{ field: "password", words: issues(`password.${result.issue}`) }] };
    if ("refused" in result) {
      const limited = result.refused === "limited";
      return { problems: [limited ? { words: issues("limited") } : { field: "current", words: t("wrong") }] };
    }
    await keepSession(result.session);
    return { goTo: "/account?said=password" };
  });
}

"use server";

import { getTranslations } from "next-intl/server";
import { orUnavailable, refused, requester } from "@/app/[locale]/desk/act";
import { field } from "@/app/[locale]/desk/form-field";
import { leaveFor } from "@/app/[locale]/desk/session";
import type { ActionState } from "@/components/action/action-state";
import { mayTry } from "@/lib/people/accounts/limits";
import { acceptStaffLink } from "@/lib/people/staff/link";
import { typed } from "@/lib/platform/typed";

/** Name and password behind an invitation; signing in follows, so that every way in is the same one. */
export async function acceptAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  const token = field(form, "token");
  const { address } = await requester();
  if (!(await mayTry({ "password address": address, "password token": token })))
    return refused(form, [{ words: t("sign_in_limited") }]);
  const input = { name: field(form, "name"), password: field(form, "password") };
  const result = await orUnavailable(() => acceptStaffLink(token, input, new Date()));
  if ("problems" in result) return { ...result, values: typed(form) };
  if ("issues" in result) {
    const { issues } = result;
    return refused(form, [
      ...(issues.name ? [{ field: "name", words: t(`name_${issues.name}`) }] : []),
      ...(issues.password ? [{ field: "password", words: t(`password_${issues.password}`) }] : []),
    ]);
  }
  if ("email" in result) return leaveFor("/desk/sign-in?said=accepted");
  return leaveFor(`/desk/invitation/${encodeURIComponent(token)}`);
}

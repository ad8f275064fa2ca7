"use server";

import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { mayTry, orTakeBack, takeBack } from "@/lib/people/accounts/limits";
import { confirmPassword } from "@/lib/people/staff/sessions";
import { sessionLimits } from "@/lib/people/staff/sign-in";
import { orUnavailable, refused } from "../act";
import { field } from "../form-field";
import { deskPath, leaveFor, requireStaff } from "../session";

/** The password anew, before what an unlocked screen must not be enough for (desk 5). */
export async function passwordAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  const session = await requireStaff();
  const password = field(form, "password");
  if (password === "") return refused(form, [{ field: "password", words: t("password_required") }]);
  const counted = sessionLimits(session);
  if (!(await mayTry(counted))) return refused(form, [{ words: t("sign_in_limited") }]);
  const result = await orUnavailable(async () => ({
    right: await orTakeBack(counted, confirmPassword(session, password, new Date())),
  }));
  if (!("right" in result)) return result;
  if (!result.right) return refused(form, [{ field: "password", words: t("password_wrong") }]);
  await takeBack(counted);
  return leaveFor(deskPath(field(form, "to")));
}

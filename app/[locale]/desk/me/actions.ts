"use server";

import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { changeStaffPassword } from "@/lib/people/staff/change-password";
import { endOwnSession } from "@/lib/people/staff/sessions";
import { orUnavailable } from "../act";
import { field } from "../form-field";
import { leaveFor, requireStaff } from "../session";

/** Ends one of one's own sessions, in this browser or another. */
export async function endOwnSessionAction(_: undefined, form: FormData): Promise<never> {
  const session = await requireStaff();
  await endOwnSession(session, field(form, "session"), new Date());
  return leaveFor("/desk/me");
}

/** Another password, by whoever knows the present one. */
export async function changePasswordAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  const session = await requireStaff();
  const problem = (name: string, words: string) => ({ problems: [{ field: name, words }], at: Date.now() });
  const input = { current: field(form, "current"), password: field(form, "password") };
  if (input.current === "") return problem("current", t("password_required"));
  const result = await orUnavailable(async () => ({
    outcome: await changeStaffPassword(session, input, new Date()),
  }));
  if (!("outcome" in result)) return result;
  const { outcome } = result;
  if (outcome === "changed") return leaveFor("/desk/me?said=password");
  if (outcome === "wrong") return problem("current", t("password_wrong"));
  if (outcome === "limited") return { problems: [{ words: t("sign_in_limited") }], at: Date.now() };
  return problem("password", t(`password_${outcome.issue}`));
}

"use server";

import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { openSession } from "@/lib/people/staff/devices";
import { confirmFactor, giveCode } from "@/lib/people/staff/second-factor";
import { refused } from "../act";
import { field } from "../form-field";
import { codesPath, currentStaff, deskCookie, deskPath, keepDeskCookie, leaveFor } from "../session";

/** The first code confirms a second factor, and opens the desk. */
export async function confirmFactorAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  const session = await currentStaff();
  if (!session || session.hasFactor) return leaveFor("/desk/second-factor");
  const code = field(form, "code");
  const problem = (words: string) => ({ problems: [{ field: "code", words }], at: Date.now() });
  if (code.trim() === "") return problem(t("code_required"));
  const memberId = session.actor.id;
  const result = await confirmFactor(memberId, code, new Date());
  if ("refused" in result) return problem(t(`code_${result.refused}`));

  const now = new Date();
  const token = (await deskCookie("session")) as string;
  if (session.stage !== "open") {
    await keepDeskCookie("device", await openSession(token, memberId, await deskCookie("device"), now));
  }
  return leaveFor(codesPath(field(form, "to")));
}

/** The second factor's code, or a recovery code in its place. */
export async function codeAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  const session = await currentStaff();
  if (session?.stage !== "code") return leaveFor("/desk");
  const code = field(form, "code");
  if (code.trim() === "") return refused(form, [{ field: "code", words: t("code_required") }]);
  const result = await giveCode(session.actor.id, code, new Date());
  if (result !== "right") return refused(form, [{ field: "code", words: t(`code_${result}`) }]);

  const token = (await deskCookie("session")) as string;
  const device = await openSession(token, session.actor.id, await deskCookie("device"), new Date());
  await keepDeskCookie("device", device);
  return leaveFor(deskPath(field(form, "to")));
}

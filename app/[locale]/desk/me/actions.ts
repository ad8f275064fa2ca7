"use server";

import { z } from "zod";
import type { FormAction } from "@/components/action/action-state";
import { changeStaffPassword, setShortcuts } from "@/lib/people/staff/verbs";
import { endOwnSession } from "@/lib/people/staff/sessions";
import { presentAndNew } from "../../password-fields";
import { read } from "../../read-form";
import { asStaff, inputOf } from "../act";
import { leaveFor, requireStaff } from "../session";

const ended = z.object({ session: z.string().default("") });

/** Ends one of one's own sessions, in this browser or another. */
export async function endOwnSessionAction(_: undefined, form: FormData): Promise<never> {
  await endOwnSession(await requireStaff(), read(form, ended).session, new Date());
  return leaveFor("/desk/me");
}

/** Whether single keys act, for oneself. */
export const shortcutsAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const on = await setShortcuts(inputOf(form, setShortcuts), actor);
    return { goTo: `/desk/me?said=${on === "yes" ? "keysOn" : "keysOff"}` };
  });

/** Another password, by whoever knows the present one. */
export const changePasswordAction: FormAction = async (_, form) =>
  asStaff(form, async (session) => {
    await changeStaffPassword(session, read(form, presentAndNew), new Date());
    return { goTo: "/desk/me?said=password" };
  });

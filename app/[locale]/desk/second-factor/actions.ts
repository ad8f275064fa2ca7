"use server";

import { z } from "zod";
import type { FormAction } from "@/components/action/action-state";
import { openStaffSession } from "@/lib/people/staff/devices";
import { confirmFactor, verifyCode } from "@/lib/people/staff/second-factor";
import { ActionError } from "@/lib/people/verb";
import { read } from "../../read-form";
import { asVisitor } from "../act";
import { codesPath, currentStaff, deskCookie, deskPath, keepDeskCookie } from "../session";

const given = z.object({
  code: z.string("required").refine((code) => code.trim() !== "", "required"),
  to: z.string().optional(),
});

/** The first code confirms a second factor, and opens the desk. */
export const confirmFactorAction: FormAction = async (_, form) =>
  asVisitor(form, async () => {
    const session = await currentStaff();
    if (!session || session.hasFactor) return { goTo: "/desk/second-factor" };
    const { code, to } = read(form, given);
    const result = await confirmFactor(session.actor.id, code, new Date());
    if ("refused" in result) throw new ActionError({ field: "code", code: result.refused });
    if (session.stage !== "open") await openDesk(session.actor.id);
    return { goTo: codesPath(to) };
  });

/** The second factor's code, or a recovery code in its place. */
export const codeAction: FormAction = async (_, form) =>
  asVisitor(form, async () => {
    const session = await currentStaff();
    if (session?.stage !== "code") return { goTo: "/desk" };
    const { code, to } = read(form, given);
    const result = await verifyCode(session.actor.id, code, new Date());
    if (result !== "right") throw new ActionError({ field: "code", code: result });
    await openDesk(session.actor.id);
    return { goTo: deskPath(to) };
  });

async function openDesk(memberId: string) {
  const token = (await deskCookie("session")) as string;
  const device = await openStaffSession(token, memberId, await deskCookie("device"), new Date());
  await keepDeskCookie("device", device);
}

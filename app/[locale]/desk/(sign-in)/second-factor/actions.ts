"use server";

import { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";
import {
  getRecoveryCodesPath,
  getStaffSession,
  readDeskCookie,
  setDeskCookie,
  toDeskPath,
} from "@/app/[locale]/desk/_lib/session";
import { createSignInAction } from "@/app/[locale]/desk/_lib/staff-action";
import { openStaffSession } from "@/lib/people/staff/devices";
import { confirmFactor, verifyCode } from "@/lib/people/staff/second-factor";
import { DomainError } from "@/lib/people/verb";

const codeSchema = z.object({
  code: z.string("required").refine((code) => code.trim() !== "", "required"),
  to: z.string().optional(),
});

/** The first code activates the factor and opens the desk. */
export const confirmFactorAction = createSignInAction(async (form) => {
  const session = await getStaffSession();
  if (!session || session.hasFactor) return { redirect: "/desk/second-factor" };
  const { code, to } = parseForm(form, codeSchema);
  const result = await confirmFactor(session.actor.id, code, new Date());
  if ("refused" in result) throw new DomainError({ field: "code", code: result.refused });
  if (session.stage !== "open") await openDesk(session.actor.id);
  return { redirect: getRecoveryCodesPath(to) };
});

/** Accepts a recovery code too. */
export const submitCodeAction = createSignInAction(async (form) => {
  const session = await getStaffSession();
  if (session?.stage !== "code") return { redirect: "/desk" };
  const { code, to } = parseForm(form, codeSchema);
  const result = await verifyCode(session.actor.id, code, new Date());
  if (result !== "right") throw new DomainError({ field: "code", code: result });
  await openDesk(session.actor.id);
  return { redirect: toDeskPath(to) };
});

async function openDesk(memberId: string) {
  const token = (await readDeskCookie("session")) as string;
  const device = await openStaffSession(token, memberId, await readDeskCookie("device"), new Date());
  await setDeskCookie("device", device);
}

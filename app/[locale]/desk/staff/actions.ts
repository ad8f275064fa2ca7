"use server";

import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { locales } from "@/lib/i18n/locales";
import {
  changeRole,
  inviteWithLink,
  type MemberChange,
  removeMember,
  resetFactor,
} from "@/lib/people/staff/members";
import { staffRoles } from "@/lib/people/staff/rights";
import { asStaff } from "../act";
import { field } from "../form-field";

/** Invites somebody; the link is shown to whoever invites, once. */
export async function inviteAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  return asStaff(form, async ({ actor }) => {
    const email = field(form, "email").trim();
    const role = staffRoles.find((one) => one === field(form, "role"));
    const locale = locales.find((one) => one === field(form, "locale"));
    const problems = [
      ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? [] : [{ field: "email", words: t("invite_email") }]),
      ...(role ? [] : [{ field: "role", words: t("invite_role") }]),
    ];
    if (problems.length > 0 || !role || !locale) return { problems };
    const link = await inviteWithLink(actor, { email, role, locale }, new Date());
    return { shown: { email, link } };
  });
}

export async function changeRoleAction(_: ActionState, form: FormData): Promise<ActionState> {
  const role = staffRoles.find((one) => one === field(form, `role-${memberId(form)}`));
  return asStaff(form, async ({ actor }) =>
    outcome(role ? await changeRole(actor, memberId(form), role, new Date()) : "unknown", "role_changed"),
  );
}

export async function removeAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async ({ actor }) =>
    outcome(await removeMember(actor, memberId(form), new Date()), "removed"),
  );
}

export async function resetFactorAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async ({ actor }) =>
    outcome(await resetFactor(actor, memberId(form), new Date()), "factor_reset"),
  );
}

function memberId(form: FormData): string {
  const id = field(form, "member");
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : "00000000-0000-0000-0000-000000000000";
}

async function outcome(change: MemberChange, said: string): Promise<ActionState | { goTo: string }> {
  if (change === "done") return { goTo: `/desk/staff?said=${said}` };
  const t = await getTranslations("desk.problems");
  return { problems: [{ words: t(`member_${change}`) }] };
}

"use server";

import type { ActionState } from "@/components/action/action-state";
import { endOtherSessions } from "@/lib/accounts/sessions";
import { askFor } from "@/lib/privacy/requests";
import { asFamily } from "./act";
import { sessionToken } from "./session-cookie";

export async function askErasureAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asFamily(form, async (personId) => {
    await askFor("erasure", personId, new Date());
    return { goTo: "/account/data?said=erasure" };
  });
}

export async function endOthersAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asFamily(form, async (personId) => {
    await endOtherSessions(personId, (await sessionToken()) ?? "");
    return { goTo: "/account/data?said=ended" };
  });
}

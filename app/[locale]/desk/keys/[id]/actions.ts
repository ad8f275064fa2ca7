"use server";

import type { z } from "zod";
import type { ActionState } from "@/components/action/action-state";
import { changeKey, endOverlap, renewKey, stopKey } from "@/lib/office/keys/change";
import { addEndpoint } from "@/lib/office/keys/change-endpoint";
import { emptySandbox } from "@/lib/office/keys/sandbox";
import type { Actor } from "@/lib/people/staff/rights";
import type { Verb } from "@/lib/people/verb";
import { asStaff, inputOf } from "../../act";
import { orLate } from "../../or-late";
import { ownAddress } from "../../session";

/** Gives the key another secret, which is shown to whoever asks for it, once (desk 29). */
export async function renewKeyAction(_: ActionState, form: FormData): Promise<ActionState> {
  return orRevoked(form, async (actor) => ({
    shown: { link: await renewKey(inputOf(form, renewKey), actor) },
  }));
}

/** Makes an endpoint of the key, and shows its secret once (desk 46). */
export async function addEndpointAction(_: ActionState, form: FormData): Promise<ActionState> {
  return orRevoked(form, async (actor) => ({
    shown: { link: await addEndpoint(inputOf(form, addEndpoint), actor) },
  }));
}

export async function endOverlapAction(_: ActionState, form: FormData): Promise<ActionState> {
  return onKey(form, endOverlap, "keyOverlapEnded");
}

export async function changeKeyAction(_: ActionState, form: FormData): Promise<ActionState> {
  return onKey(form, changeKey, "keyChanged");
}

export async function emptySandboxAction(_: ActionState, form: FormData): Promise<ActionState> {
  return onKey(form, emptySandbox, "sandboxEmptied");
}

export async function stopKeyAction(_: ActionState, form: FormData): Promise<ActionState> {
  return onKey(form, stopKey, "keyStopped");
}

async function onKey<S extends z.ZodObject>(form: FormData, verb: Verb<S>, said: string) {
  return orRevoked(form, async (actor) => {
    await verb(inputOf(form, verb), actor);
    return { goTo: await ownAddress({ said }) };
  });
}

async function orRevoked(form: FormData, work: (actor: Actor) => Promise<ActionState | { goTo: string }>) {
  const late = { gone: await ownAddress({ said: "keyGone" }) };
  return asStaff(form, ({ actor }) => orLate(late, () => work(actor)));
}

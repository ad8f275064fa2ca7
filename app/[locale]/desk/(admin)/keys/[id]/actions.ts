"use server";

import type { z } from "zod";
import { getPageAddress } from "@/app/[locale]/desk/_lib/session";
import { readActionInput, runAsStaff } from "@/app/[locale]/desk/_lib/staff-action";
import { orLate } from "@/app/[locale]/desk/or-late";
import type { ActionState, FormAction } from "@/components/forms/action-state";
import { addEndpoint } from "@/lib/desk/endpoints/verbs";
import { changeKey, emptySandbox, endOverlap, revokeKey, rotateKey } from "@/lib/desk/keys/verbs";
import type { Actor } from "@/lib/people/staff/permissions";
import type { Verb } from "@/lib/people/verb";

/** The new secret is shown once (desk 29). */
export const renewKeyAction: FormAction = async (_, form) =>
  orRevoked(form, async (actor) => ({
    shown: { link: await rotateKey(readActionInput(form, rotateKey), actor) },
  }));

/** The secret is shown once (desk 46). */
export const addEndpointAction: FormAction = async (_, form) =>
  orRevoked(form, async (actor) => ({
    shown: { link: await addEndpoint(readActionInput(form, addEndpoint), actor) },
  }));

export const endOverlapAction: FormAction = async (_, form) => onKey(form, endOverlap, "keyOverlapEnded");

export const changeKeyAction: FormAction = async (_, form) => onKey(form, changeKey, "keyChanged");

export const emptySandboxAction: FormAction = async (_, form) => onKey(form, emptySandbox, "sandboxEmptied");

export const stopKeyAction: FormAction = async (_, form) => onKey(form, revokeKey, "keyStopped");

async function onKey<S extends z.ZodObject>(form: FormData, verb: Verb<S>, said: string) {
  return orRevoked(form, async (actor) => {
    await verb(readActionInput(form, verb), actor);
    return { goTo: await getPageAddress({ said }) };
  });
}

async function orRevoked(form: FormData, work: (actor: Actor) => Promise<ActionState | { goTo: string }>) {
  const late = { gone: await getPageAddress({ said: "keyGone" }) };
  return runAsStaff(form, ({ actor }) => orLate(late, () => work(actor)));
}

"use server";

import { getPageAddress, getSubjectId } from "@/app/[locale]/desk/_lib/session";
import { readActionInput, runAsStaff } from "@/app/[locale]/desk/_lib/staff-action";
import { orLate } from "@/app/[locale]/desk/or-late";
import type { ActionState, FormAction } from "@/components/forms/action-state";
import {
  pingEndpoint,
  removeEndpoint,
  replayEndpointEvents,
  rotateEndpointSecret,
} from "@/lib/desk/endpoints/verbs";
import type { Actor } from "@/lib/people/staff/permissions";

export const pingAction: FormAction = async (_, form) =>
  onEndpoint(form, async (actor) => {
    await pingEndpoint(readActionInput(form, pingEndpoint), actor);
    return { goTo: await getPageAddress({ said: "endpointPinged" }) };
  });

/** One event, or all failed ones. */
export const replayAction: FormAction = async (_, form) =>
  onEndpoint(form, async (actor) => {
    const replayed = await replayEndpointEvents(readActionInput(form, replayEndpointEvents), actor);
    return { goTo: await getPageAddress({ said: replayed > 0 ? "endpointReplayed" : "endpointNothing" }) };
  });

/** The new secret is shown once. */
export const renewEndpointAction: FormAction = async (_, form) =>
  onEndpoint(form, async (actor) => ({
    shown: { link: await rotateEndpointSecret(readActionInput(form, rotateEndpointSecret), actor) },
  }));

export const removeEndpointAction: FormAction = async (_, form) =>
  onEndpoint(form, async (actor) => {
    const key = await removeEndpoint(readActionInput(form, removeEndpoint), actor);
    return { goTo: `/desk/keys/${key}?said=endpointRemoved` };
  });

/**
 * If the endpoint was deleted meanwhile, the key's page says so. An event that was just sent is not sent
 * again.
 */
async function onEndpoint(form: FormData, work: (actor: Actor) => Promise<ActionState | { goTo: string }>) {
  const late = {
    gone: `/desk/keys/${await getSubjectId()}?said=endpointGone`,
    delivery_overtaken: await getPageAddress({ said: "endpointSent" }),
  };
  return runAsStaff(form, ({ actor }) => orLate(late, () => work(actor)));
}

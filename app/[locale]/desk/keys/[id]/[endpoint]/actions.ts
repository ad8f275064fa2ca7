"use server";

import type { ActionState, FormAction } from "@/components/action/action-state";
import {
  pingEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
  replayEndpointEvents,
} from "@/lib/desk/endpoints/verbs";
import type { Actor } from "@/lib/people/staff/permissions";
import { asStaff, inputOf } from "../../../act";
import { orLate } from "../../../or-late";
import { aboutHere, ownAddress } from "../../../session";

export const pingAction: FormAction = async (_, form) =>
  onEndpoint(form, async (actor) => {
    await pingEndpoint(inputOf(form, pingEndpoint), actor);
    return { goTo: await ownAddress({ said: "endpointPinged" }) };
  });

/** Sends one event anew, or all that have not got through. */
export const replayAction: FormAction = async (_, form) =>
  onEndpoint(form, async (actor) => {
    const replayed = await replayEndpointEvents(inputOf(form, replayEndpointEvents), actor);
    return { goTo: await ownAddress({ said: replayed > 0 ? "endpointReplayed" : "endpointNothing" }) };
  });

/** Gives the endpoint another secret, and shows it once. */
export const renewEndpointAction: FormAction = async (_, form) =>
  onEndpoint(form, async (actor) => ({
    shown: { link: await rotateEndpointSecret(inputOf(form, rotateEndpointSecret), actor) },
  }));

export const removeEndpointAction: FormAction = async (_, form) =>
  onEndpoint(form, async (actor) => {
    const key = await removeEndpoint(inputOf(form, removeEndpoint), actor);
    return { goTo: `/desk/keys/${key}?said=endpointRemoved` };
  });

/** Where somebody has removed the endpoint meanwhile its key's page says so; what was just sent is not sent twice. */
async function onEndpoint(form: FormData, work: (actor: Actor) => Promise<ActionState | { goTo: string }>) {
  const late = {
    gone: `/desk/keys/${await aboutHere()}?said=endpointGone`,
    delivery_overtaken: await ownAddress({ said: "endpointSent" }),
  };
  return asStaff(form, ({ actor }) => orLate(late, () => work(actor)));
}

"use server";

import { after } from "next/server";
import type { FormState } from "@/components/account/form-state";
import { takeOfferedDraft, takeOwnDraft } from "@/lib/form/server/offered-draft";
import { confirmingStep, isStep } from "@/lib/form/steps";
import { emailKey } from "@/lib/mail/addresses";
import { mayTry, takeBack } from "@/lib/people/accounts/limits";
import { requestLinkByEmail, requestLinkByToken } from "@/lib/people/accounts/request-link";
import { setPassword } from "@/lib/people/accounts/set-password";
import { signIn } from "@/lib/people/accounts/sign-in";
import { signInByLink } from "@/lib/people/accounts/sign-in-by-link";
import { countedHere, currentWorld, inside } from "@/lib/platform/worlds";
import { keepDraftCookie } from "../enroll/draft-cookie";
import { requesterAddress } from "../requester-address";
import { field, leaveFor, orUnavailable } from "./act";
import { dropSession, keepSession, knownDevice, signedInPerson } from "./session-cookie";

/** Sets the password behind the form's link and signs in; where the link goes on with a draft, it does. */
export async function setPasswordAction(_: FormState, form: FormData): Promise<FormState> {
  const token = field(form, "token");
  const input = {
    password: field(form, "password"),
    name: field(form, "name"),
    surname: field(form, "surname"),
  };
  const values = { name: input.name, surname: input.surname };
  const counted = { "password address": await requesterAddress(), "password token": token };
  if (!(await mayTry(counted))) return refused("limited", values);

  let draft: Taken = "none";
  const result = await orUnavailable(() =>
    setPassword(token, input, new Date(), {
      within: async (tx, { id, continues }) => {
        if (continues) draft = await takeOfferedDraft(tx, id);
      },
    }),
  );
  if (result === "unavailable") return refused("unavailable", values);
  if (!("closed" in result)) await takeBack(counted); // the link was right: nothing was guessed at
  if ("issues" in result) return { issues: result.issues, values, at: Date.now() };
  if ("session" in result) {
    await keepSession(result.session);
    return goOnWith(draft);
  }
  return leaveFor(`/account-setup/${encodeURIComponent(token)}`);
}

/** Goes on with the draft that was offered, signed in; for whoever has a password. */
export async function continueDraftAction(_: undefined, form: FormData): Promise<never> {
  const token = field(form, "token");
  let draft: Taken = "none";
  const result = await signInByLink(token, new Date(), async (tx, personId) => {
    draft = await takeOfferedDraft(tx, personId);
  });
  if ("closed" in result) return leaveFor(`/account-setup/${encodeURIComponent(token)}`);
  await keepSession(result.session);
  return goOnWith(draft);
}

/** Goes on with the draft that was offered, in the account: who is signed in needs no link from the mail. */
export async function takeDraftAction(): Promise<never> {
  const personId = await signedInPerson();
  if (!personId) return leaveFor("/sign-in");
  return goOnWith(await takeOwnDraft(personId));
}

/** The draft's new token, where the link moved one; undefined where it is gone. */
type Taken = string | "none" | undefined;

async function goOnWith(draft: Taken): Promise<never> {
  if (draft === "none") return leaveFor("/account");
  if (draft === undefined) return leaveFor("/account?said=draftGone");
  await keepDraftCookie(draft);
  return leaveFor(`/enroll/${confirmingStep}?from=check`);
}

export async function signInAction(_: FormState, form: FormData): Promise<FormState> {
  const email = field(form, "email").trim();
  const password = field(form, "password");
  const values = { email, onward: field(form, "onward") };
  if (email === "") return { issues: { email: "required" }, values, at: Date.now() };
  if (password === "") return { issues: { password: "required" }, values, at: Date.now() };

  const [address, device] = [await requesterAddress(), await knownDevice()];
  const result = await orUnavailable(() => signIn({ email, password, address, device }, new Date()));
  if (result === "unavailable") return refused("unavailable", values);
  if ("refused" in result) return refused(result.refused, values);
  await keepSession(result.session);
  return leaveFor(afterSignIn(values.onward));
}

/** Back to the request that goes on in the account, or begins there; no other place can be named. */
function afterSignIn(onward: string): string {
  if (isStep(onward)) return `/enroll/${onward}`;
  return onward === "enroll" ? "/enroll" : "/account";
}

/** The page after it is the same, at the same time, whether or not anything is sent. */
export async function newLinkAction(_: undefined, form: FormData): Promise<never> {
  const token = field(form, "token");
  if (await mayTry({ "link address": await requesterAddress(), "link account": token }))
    after(() => requestLinkByToken(token));
  return leaveFor("/account-setup/sent");
}

export async function forgottenPasswordAction(_: FormState, form: FormData): Promise<FormState> {
  const email = field(form, "email").replaceAll("\0", "").toWellFormed().trim().slice(0, 300);
  if (email === "") return { issues: { email: "required" }, values: { email }, at: Date.now() };
  const counted = { "link address": await requesterAddress(), "link account": countedHere(emailKey(email)) };
  const world = currentWorld();
  if (await mayTry(counted)) after(() => inside(world, () => requestLinkByEmail(email)));
  return leaveFor("/account-setup/sent");
}

export async function signOutAction(): Promise<never> {
  await dropSession();
  return leaveFor("/sign-in");
}

const refused = (problem: "limited" | "unavailable" | "wrong", values: FormState["values"]): FormState => ({
  problem,
  values,
  at: Date.now(),
});

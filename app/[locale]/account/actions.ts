"use server";

import { after } from "next/server";
import type { FormState } from "@/components/account/form-state";
import { mayTry, takeBack } from "@/lib/accounts/limits";
import { requestLinkByEmail, requestLinkByToken } from "@/lib/accounts/request-link";
import { setPassword } from "@/lib/accounts/set-password";
import { signIn } from "@/lib/accounts/sign-in";
import { emailKey } from "@/lib/mail/addresses";
import { requesterAddress } from "../requester-address";
import { field, leaveFor, orUnavailable } from "./act";
import { dropSession, keepSession, knownDevice } from "./session-cookie";

/** Sets the password behind the form's link and signs in. */
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

  const result = await orUnavailable(() => setPassword(token, input, new Date()));
  if (result === "unavailable") return refused("unavailable", values);
  if (!("closed" in result)) await takeBack(counted); // the link was right: nothing was guessed at
  if ("issues" in result) return { issues: result.issues, values, at: Date.now() };
  if ("session" in result) {
    await keepSession(result.session);
    return leaveFor("/account");
  }
  return leaveFor(`/account-setup/${encodeURIComponent(token)}`);
}

export async function signInAction(_: FormState, form: FormData): Promise<FormState> {
  const email = field(form, "email").trim();
  const password = field(form, "password");
  const values = { email };
  if (email === "") return { issues: { email: "required" }, values, at: Date.now() };
  if (password === "") return { issues: { password: "required" }, values, at: Date.now() };

  const [address, device] = [await requesterAddress(), await knownDevice()];
  const result = await orUnavailable(() => signIn({ email, password, address, device }, new Date()));
  if (result === "unavailable") return refused("unavailable", values);
  if ("refused" in result) return refused(result.refused, values);
  await keepSession(result.session);
  return leaveFor("/account");
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
  const counted = { "link address": await requesterAddress(), "link account": emailKey(email) };
  if (await mayTry(counted)) after(() => requestLinkByEmail(email));
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

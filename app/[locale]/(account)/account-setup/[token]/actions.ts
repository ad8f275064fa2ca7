"use server";

import { after } from "next/server";
import { getLocale } from "next-intl/server";
import { z } from "zod";
import { getClientAddress } from "@/app/[locale]/_lib/client-address";
import { getDraftAddress, type ResumedDraft } from "@/app/[locale]/(account)/_lib/draft-redirect";
import {
  type ActionOutcome,
  createButtonAction,
  createPublicAction,
  optionalText,
} from "@/app/[locale]/(account)/_lib/form-action";
import { guardianTokenCookie, setSessionCookies } from "@/app/[locale]/(account)/_lib/session";
import { DecisionError } from "@/lib/decisions/decision-error";
import { confirmGuardian, readGuardianToken } from "@/lib/family/guardians/verbs";
import { requestLinkByToken, signInByDraftLink, signInBySetupLink } from "@/lib/people/accounts/links/verbs";
import { setPassword } from "@/lib/people/accounts/verbs";
import { tryConsumeAttempts, withAttemptLimit } from "@/lib/people/limits";
import { DomainError } from "@/lib/people/verb";
import { getCurrentSandbox, withSandbox } from "@/lib/platform/sandbox";
import { takeOfferedDraft } from "@/lib/wizard/account/verbs";

const link = z.object({ token: optionalText });
const setup = z.object({
  token: optionalText,
  password: optionalText,
  name: optionalText,
  surname: optionalText,
  terms: optionalText,
});

/** Sets the password of a link and signs in; continues with the link's draft. */
export const setPasswordAction = createPublicAction(setup, async (input) => {
  let draft: ResumedDraft = "none";
  const within: Together["writeAlso"] = async (tx, { id, continues }) => {
    if (continues) draft = await takeOfferedDraft(tx, id);
  };
  return set(input, { writeAlso: within }, () => getDraftAddress(draft));
});

/** A named guardian confirms by link, with name and password. */
export const confirmGuardianByLinkAction = createPublicAction(setup, async (input) => {
  const [pass, locale] = [await guardianTokenCookie.read(), await getLocale()];
  const within: Together["writeAlso"] = async (tx, { id: personId }) => {
    const studentId = readGuardianToken(pass, personId, new Date()) ?? "";
    await confirmGuardian(tx, { personId, studentId, locale }, new Date());
  };
  const also = input.terms === "yes" ? [] : [{ field: "terms", code: "required" }];
  const confirmed = async () => {
    await guardianTokenCookie.drop();
    return "/account?said=confirmed";
  };
  return set(input, { otherIssues: also, writeAlso: within }, confirmed).catch((error) => {
    if (error instanceof DecisionError) return { goTo: pathOf(input.token) }; // without a birth date, or already answered
    throw error;
  });
});

type Together = NonNullable<Parameters<typeof setPassword>[3]>;

/** @param done the next address */
async function set(
  { token, ...input }: z.output<typeof setup>,
  together: Together,
  done: () => Promise<string>,
): Promise<ActionOutcome> {
  const counted = { "password address": await getClientAddress(), "password token": token };
  const session = await withAttemptLimit(counted, () => setPassword(token, input, new Date(), together));
  if (session === "limited") throw new DomainError({ code: "limited" });
  if (session === "wrong") return { goTo: pathOf(token) };
  await setSessionCookies(session);
  return { goTo: await done() };
}

/** Children sign in without a password, to look only. */
export const signInAsChildAction = createButtonAction(link, async ({ token }) => {
  const session = await signInBySetupLink(token, new Date());
  if (!session) return pathOf(token);
  await setSessionCookies(session);
  return "/account";
});

export const resumeDraftByLinkAction = createButtonAction(link, async ({ token }) => {
  let draft: ResumedDraft = "none";
  const session = await signInByDraftLink(token, new Date(), async (tx, personId) => {
    draft = await takeOfferedDraft(tx, personId);
  });
  if (!session) return pathOf(token);
  await setSessionCookies(session);
  return getDraftAddress(draft);
});

/** Same page and same duration whether or not a mail is sent, so that nobody can test addresses. */
export const requestNewLinkAction = createButtonAction(link, async ({ token }) => {
  const sandbox = getCurrentSandbox();
  if (await tryConsumeAttempts({ "link address": await getClientAddress(), "link account": token }))
    after(() => withSandbox(sandbox, () => requestLinkByToken(token)));
  return "/account-setup/sent";
});

const pathOf = (token: string) => `/account-setup/${encodeURIComponent(token || "unknown")}`;

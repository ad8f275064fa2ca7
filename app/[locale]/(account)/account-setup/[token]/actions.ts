"use server";

import { after } from "next/server";
import { getLocale } from "next-intl/server";
import { z } from "zod";
import { getClientAddress } from "@/app/[locale]/_lib/client-address";
import { optionalText } from "@/app/[locale]/_lib/parse-form";
import { getDraftAddress, type ResumedDraft } from "@/app/[locale]/(account)/_lib/draft-redirect";
import { createButtonAction, createPublicAction } from "@/app/[locale]/(account)/_lib/form-action";
import { guardianTokenCookie, setSessionCookies } from "@/app/[locale]/(account)/_lib/session";
import type { ActionOutcome } from "@/components/forms/action-state";
import { DecisionError } from "@/lib/decisions/decision-error";
import { confirmGuardian, readGuardianToken } from "@/lib/family/guardians/verbs";
import { requestLinkByToken, signInByDraftLink, signInBySetupLink } from "@/lib/people/accounts/links/verbs";
import { setPassword } from "@/lib/people/accounts/verbs";
import { tryConsumeAttempts, withAttemptLimit } from "@/lib/people/limits";
import { DomainError } from "@/lib/people/verb";
import { getCurrentSandbox, withSandbox } from "@/lib/platform/sandbox";
import { takeOfferedDraft } from "@/lib/wizard/account/verbs";

const linkSchema = z.object({ token: optionalText });
const setupSchema = z.object({
  token: optionalText,
  password: optionalText,
  name: optionalText,
  surname: optionalText,
  terms: optionalText,
});

/** Sets the password of a link and signs in; continues with the link's draft. */
export const setPasswordAction = createPublicAction(setupSchema, async (input) => {
  let draft: ResumedDraft = "none";
  const writeAlso: PasswordOptions["writeAlso"] = async (tx, { id, continues }) => {
    if (continues) draft = await takeOfferedDraft(tx, id);
  };
  return savePassword(input, { writeAlso }, () => getDraftAddress(draft));
});

/** A named guardian confirms by link, with name and password. */
export const confirmGuardianByLinkAction = createPublicAction(setupSchema, async (input) => {
  const [pass, locale] = [await guardianTokenCookie.read(), await getLocale()];
  const writeAlso: PasswordOptions["writeAlso"] = async (tx, { id: personId }) => {
    const studentId = readGuardianToken(pass, personId, new Date()) ?? "";
    await confirmGuardian(tx, { personId, studentId, locale }, new Date());
  };
  const otherIssues = input.terms === "yes" ? [] : [{ field: "terms", code: "required" }];
  const onDone = async () => {
    await guardianTokenCookie.delete();
    return "/account?said=confirmed";
  };
  return savePassword(input, { otherIssues, writeAlso }, onDone).catch((error) => {
    if (error instanceof DecisionError) return { redirect: getSetupPath(input.token) }; // without a birth date, or already answered
    throw error;
  });
});

type PasswordOptions = NonNullable<Parameters<typeof setPassword>[3]>;

/** @param onDone the next address */
async function savePassword(
  { token, ...input }: z.output<typeof setupSchema>,
  options: PasswordOptions,
  onDone: () => Promise<string>,
): Promise<ActionOutcome> {
  const attempts = { "password address": await getClientAddress(), "password token": token };
  const session = await withAttemptLimit(attempts, () => setPassword(token, input, new Date(), options));
  if (session === "limited") throw new DomainError({ code: "limited" });
  if (session === "wrong") return { redirect: getSetupPath(token) };
  await setSessionCookies(session);
  return { redirect: await onDone() };
}

/** Children sign in without a password, to look only. */
export const signInBySetupLinkAction = createButtonAction(linkSchema, async ({ token }) => {
  const session = await signInBySetupLink(token, new Date());
  if (!session) return getSetupPath(token);
  await setSessionCookies(session);
  return "/account";
});

export const resumeDraftByLinkAction = createButtonAction(linkSchema, async ({ token }) => {
  let draft: ResumedDraft = "none";
  const session = await signInByDraftLink(token, new Date(), async (tx, personId) => {
    draft = await takeOfferedDraft(tx, personId);
  });
  if (!session) return getSetupPath(token);
  await setSessionCookies(session);
  return getDraftAddress(draft);
});

/** Same page and same duration whether or not a mail is sent, so that nobody can test addresses. */
export const requestNewLinkAction = createButtonAction(linkSchema, async ({ token }) => {
  const sandbox = getCurrentSandbox();
  if (await tryConsumeAttempts({ "link address": await getClientAddress(), "link account": token }))
    after(() => withSandbox(sandbox, () => requestLinkByToken(token)));
  return "/account-setup/sent";
});

const getSetupPath = (token: string) => `/account-setup/${encodeURIComponent(token || "unknown")}`;

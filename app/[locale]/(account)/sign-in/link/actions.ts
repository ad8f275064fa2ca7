"use server";

import { after } from "next/server";
import { z } from "zod";
import { getClientAddress } from "@/app/[locale]/_lib/client-address";
import { optionalText } from "@/app/[locale]/_lib/parse-form";
import { createButtonAction, createPublicAction } from "@/app/[locale]/(account)/_lib/form-action";
import { setSessionCookies } from "@/app/[locale]/(account)/_lib/session";
import { requestSignInLink, signInByMailLink } from "@/lib/people/accounts/links/verbs";
import { getCurrentSandbox, withSandbox } from "@/lib/platform/sandbox";

const requestSchema = z.object({ email: z.string("required").trim().min(1, "required") });

/** Same page and same duration whether or not a mail is sent, so that nobody can test addresses. */
export const requestSignInLinkAction = createPublicAction(requestSchema, async ({ email }) => {
  const [address, sandbox] = [await getClientAddress(), getCurrentSandbox()];
  after(() => withSandbox(sandbox, () => requestSignInLink(email.slice(0, 300), address)));
  return { redirect: "/account-setup/sent" };
});

/** A button, because mail scanners open links but press nothing. */
export const signInByLinkAction = createButtonAction(z.object({ token: optionalText }), async ({ token }) => {
  const session = await signInByMailLink(token, new Date());
  if (!session) return `/sign-in/link/${encodeURIComponent(token)}`;
  await setSessionCookies(session);
  return "/account";
});

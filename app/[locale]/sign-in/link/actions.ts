"use server";

import { after } from "next/server";
import { z } from "zod";
import { requestSignInLink, signInByMailLink } from "@/lib/people/accounts/verbs";
import { getCurrentSandbox, withSandbox } from "@/lib/platform/sandbox";
import { asAnybody, asButton, text } from "../../account/act";
import { keepSession, landingOf } from "../../account/session-cookie";
import { requesterAddress } from "../../requester-address";

const whose = z.object({ email: z.string("required").trim().min(1, "required") });

/** The page after it is the same, at the same time, whether or not anything is sent. */
export const askForLinkAction = asAnybody(whose, async ({ email }) => {
  const [address, sandbox] = [await requesterAddress(), getCurrentSandbox()];
  after(() => withSandbox(sandbox, () => requestSignInLink(email.slice(0, 300), address)));
  return { goTo: "/account-setup/sent" };
});

/** Opened, then pressed: whatever opens a mail's links presses no button. */
export const signInByLinkAction = asButton(z.object({ token: text }), async ({ token }) => {
  const session = await signInByMailLink(token, new Date());
  if (!session) return `/sign-in/link/${encodeURIComponent(token)}`;
  await keepSession(session);
  return landingOf(session.token);
});

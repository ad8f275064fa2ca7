"use server";

import { after } from "next/server";
import { z } from "zod";
import { getClientAddress } from "@/app/[locale]/_lib/client-address";
import { toEmailKey } from "@/lib/mail/addresses";
import { requestLinkByEmail } from "@/lib/people/accounts/links/verbs";
import { tryConsumeAttempts } from "@/lib/people/limits";
import { getCurrentSandbox, toSandboxKey, withSandbox } from "@/lib/platform/sandbox";
import { createPublicAction } from "../_lib/form-action";

const requestSchema = z.object({ email: z.string("required").trim().min(1, "required") });

/** Same page and same duration whether or not a mail is sent, so that nobody can test addresses. */
export const forgottenPasswordAction = createPublicAction(requestSchema, async (input) => {
  const email = input.email.slice(0, 300);
  const attempts = {
    "link address": await getClientAddress(),
    "link account": toSandboxKey(toEmailKey(email)),
  };
  const sandbox = getCurrentSandbox();
  if (await tryConsumeAttempts(attempts)) after(() => withSandbox(sandbox, () => requestLinkByEmail(email)));
  return { redirect: "/account-setup/sent" };
});

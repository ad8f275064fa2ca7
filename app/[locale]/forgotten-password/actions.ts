"use server";

import { after } from "next/server";
import { z } from "zod";
import { toEmailKey } from "@/lib/mail/addresses";
import { requestLinkByEmail } from "@/lib/people/accounts/verbs";
import { tryConsumeAttempts } from "@/lib/people/limits";
import { toSandboxKey, getCurrentSandbox, withSandbox } from "@/lib/platform/sandbox";
import { asAnybody } from "../account/act";
import { requesterAddress } from "../requester-address";

const whose = z.object({ email: z.string("required").trim().min(1, "required") });

/** The page after it is the same, at the same time, whether or not anything is sent. */
export const forgottenPasswordAction = asAnybody(whose, async (typed) => {
  const email = typed.email.slice(0, 300);
  const counted = { "link address": await requesterAddress(), "link account": toSandboxKey(toEmailKey(email)) };
  const sandbox = getCurrentSandbox();
  if (await tryConsumeAttempts(counted)) after(() => withSandbox(sandbox, () => requestLinkByEmail(email)));
  return { goTo: "/account-setup/sent" };
});

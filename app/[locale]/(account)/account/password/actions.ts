"use server";

import { getClientAddress } from "@/app/[locale]/_lib/client-address";
import { createAccountAction } from "@/app/[locale]/(account)/_lib/form-action";
import { setSessionCookies } from "@/app/[locale]/(account)/_lib/session";
import { changePasswordSchema } from "@/components/forms/password-fields";
import { changeAccountPassword } from "@/lib/people/accounts/verbs";

export const changePasswordAction = createAccountAction(changePasswordSchema, async (personId, input) => {
  const change = { ...input, address: await getClientAddress() };
  await setSessionCookies(await changeAccountPassword(personId, change, new Date()));
  return { redirect: "/account?said=password" };
});

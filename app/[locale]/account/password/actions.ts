"use server";

import { changeAccountPassword } from "@/lib/people/accounts/verbs";
import { presentAndNew } from "../../password-fields";
import { requesterAddress } from "../../requester-address";
import { asFamily } from "../act";
import { keepSession } from "../session-cookie";

/** Another password, by whoever knows the present one. */
export const changePasswordAction = asFamily(presentAndNew, async (personId, input) => {
  const change = { ...input, address: await requesterAddress() };
  await keepSession(await changeAccountPassword(personId, change, new Date()));
  return { goTo: "/account?said=password" };
});

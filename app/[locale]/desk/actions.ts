"use server";
import type { ActionState } from "@/components/action/action-state";
import { listAddress } from "@/lib/office/filters";
import { referenceOf, sealSearch } from "@/lib/office/search";
import { endSession } from "@/lib/people/staff/sessions";
import { asStaff } from "./act";
import { field } from "./form-field";
import { deskCookie, dropDeskCookie, leaveFor } from "./session";

/** Leads to the enrollment whose reference was typed, or to the list of what matches (desk 8). */
export async function searchAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async (session) => {
    const words = field(form, "words").normalize("NFC").trim();
    if (words === "") return { goTo: "/desk/enrollments" };
    const reference = await referenceOf(words);
    if (reference) return { goTo: `/desk/enrollments/${reference}` };
    return { goTo: listAddress({ filters: {}, sort: "newest", search: sealSearch(words, session) }) };
  });
}

export async function signOutAction(): Promise<never> {
  await endSession(await deskCookie("session"), new Date());
  await dropDeskCookie("session");
  return leaveFor("/desk/sign-in");
}

"use server";

import { listAddress } from "@/lib/desk/filters";
import { referenceOf, sealSearch } from "@/lib/desk/search";
import { field } from "./form-field";
import { leaveFor, requireStaff } from "./session";

/** Leads to the enrollment whose reference was typed, or to the list of what matches (desk 8). */
export async function searchAction(form: FormData): Promise<void> {
  const session = await requireStaff();
  const words = field(form, "words").normalize("NFC").trim();
  if (words === "") return leaveFor("/desk/enrollments");
  const reference = await referenceOf(words);
  if (reference) return leaveFor(`/desk/enrollments/${reference}`);
  await leaveFor(listAddress({ filters: {}, sort: "newest", search: sealSearch(words, session) }));
}

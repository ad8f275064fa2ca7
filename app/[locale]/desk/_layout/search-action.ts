"use server";
import { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";
import { getListUrl } from "@/lib/desk/list/filters";
import { encryptSearch, findReference } from "@/lib/desk/search/sql";
import { createStaffAction } from "../_lib/staff-action";

const searchSchema = z.object({
  words: z
    .string()
    .default("")
    .transform((text) => text.normalize("NFC").trim()),
});

/** Leads to the enrollment with this reference, or to search results (desk 8). */
export const searchAction = createStaffAction(async (session, form) => {
  const { words } = parseForm(form, searchSchema);
  if (words === "") return { redirect: "/desk/enrollments" };
  const reference = await findReference(words);
  if (reference) return { redirect: `/desk/enrollments/${reference}` };
  return { redirect: getListUrl({ filters: {}, sort: "newest", search: encryptSearch(words, session) }) };
});

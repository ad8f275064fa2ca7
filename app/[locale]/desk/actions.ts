"use server";
import type { FormAction } from "@/components/action/action-state";
import { getListUrl } from "@/lib/desk/list/filters";
import { findReference, encryptSearch } from "@/lib/desk/list/sql";
import { read } from "../read-form";
import { asStaff } from "./act";
import { searchForm } from "./search-form";

/** Leads to the enrollment whose reference was typed, or to the list of what matches (desk 8). */
export const searchAction: FormAction = async (_, form) =>
  asStaff(form, async (session) => {
    const { words } = read(form, searchForm);
    if (words === "") return { goTo: "/desk/enrollments" };
    const reference = await findReference(words);
    if (reference) return { goTo: `/desk/enrollments/${reference}` };
    return { goTo: getListUrl({ filters: {}, sort: "newest", search: encryptSearch(words, session) }) };
  });

"use server";
import type { FormAction } from "@/components/action/action-state";
import { listAddress } from "@/lib/office/filters";
import { referenceOf, sealSearch } from "@/lib/office/search";
import { read } from "../read-form";
import { asStaff } from "./act";
import { searchForm } from "./search-form";

/** Leads to the enrollment whose reference was typed, or to the list of what matches (desk 8). */
export const searchAction: FormAction = async (_, form) =>
  asStaff(form, async (session) => {
    const { words } = read(form, searchForm);
    if (words === "") return { goTo: "/desk/enrollments" };
    const reference = await referenceOf(words);
    if (reference) return { goTo: `/desk/enrollments/${reference}` };
    return { goTo: listAddress({ filters: {}, sort: "newest", search: sealSearch(words, session) }) };
  });

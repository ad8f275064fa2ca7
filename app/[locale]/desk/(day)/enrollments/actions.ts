"use server";

import { getTranslations } from "next-intl/server";
import { parseForm } from "@/app/[locale]/_lib/parse-form";
import { getPageAddress, redirectTo } from "@/app/[locale]/desk/_lib/session";
import { createStaffAction, saveSubmittedForm } from "@/app/[locale]/desk/_lib/staff-action";
import { type Selection, selectEnrollments } from "@/lib/desk/bulk/verbs";
import { getBulkUrl, getListUrl, parseList, parseListQuery } from "@/lib/desk/list/filters";
import { readListPage } from "@/lib/desk/list/queries";
import { decryptSearch } from "@/lib/desk/search/sql";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { type SelectionInput, selectionActions, selectionSchema } from "./selection-schema";

/** Stores the selection and leads to the bulk action. */
export const selectRowsAction = createStaffAction(async (session, form) => {
  const input = parseForm(form, selectionSchema);
  const page = await getRequestedPage(input, session);
  if (page) {
    if (page.row) {
      form.delete("row");
      for (const reference of page.row) form.append("row", reference);
    }
    await saveSubmittedForm(session.actor.id, form);
    return redirectTo(page.address);
  }
  const selection = toSelection(input, session);
  const id = selection && (await selectEnrollments(selection, session.actor));
  if (!id) return { problems: [{ text: (await getTranslations("desk.bulk"))("nobody") }] };
  const action = selectionActions.find((action) => action === input.which);
  return { redirect: getBulkUrl(id, input.list, action && { query: { do: action } }) };
});

type RequestedPage = { address: string; row?: string[] };

/**
 * Another page of the list, found again because rows may have moved; or this page with all rows selected
 * or none.
 */
async function getRequestedPage(
  { which, row }: SelectionInput,
  session: StaffSession,
): Promise<RequestedPage | undefined> {
  if (!["next", "previous", "page", "none"].includes(which)) return;
  const address = await getPageAddress();
  if (which === "none") return { address, row: [] };
  const query = parseListQuery(Object.fromEntries(new URL(address, "http://desk").searchParams));
  const text = query.search ? decryptSearch(query.search, session) : undefined;
  if (query.search && !text) return { address: getListUrl(query) };
  const { next, previous, rows } = await readListPage(session.actor, query, text);
  if (which === "page")
    return { address, row: [...new Set([...row, ...rows.map(({ reference }) => reference)])] };
  return { address: getListUrl(query, (which === "next" ? next : previous) ?? {}) };
}

/** "All that match" keeps filters and search, except a search of another session. */
function toSelection({ which, row, list }: SelectionInput, session: StaffSession): Selection | undefined {
  if (which !== "all") return { references: row };
  const { filters, search } = parseList(list);
  const text = search ? decryptSearch(search, session) : undefined;
  return search && !text ? undefined : { filters, words: text };
}

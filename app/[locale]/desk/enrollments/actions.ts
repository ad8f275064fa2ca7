"use server";

import { getTranslations } from "next-intl/server";
import { asStaff, doThen, keepTyped } from "@/app/[locale]/desk/act";
import { leaveFor, ownAddress } from "@/app/[locale]/desk/session";
import { read } from "@/app/[locale]/read-form";
import type { ActionState, FormAction } from "@/components/action/action-state";
import { type Selection, selectEnrollments } from "@/lib/desk/bulk/verbs";
import { getListUrl, parseListQuery } from "@/lib/desk/list/filters";
import { readListPage } from "@/lib/desk/list/queries";
import { decryptSearch } from "@/lib/desk/list/sql";
import { deleteView, saveView } from "@/lib/desk/list/verbs";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { deeds, type Select, selectForm } from "./schema";

/** Freezes what was ticked, or all that the list shows, and leads to what can be done with it. */
export async function selectAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.bulk");
  return asStaff(form, async (session) => {
    const sent = read(form, selectForm);
    const page = await pageWanted(sent, session);
    if (page) {
      if (page.row) {
        form.delete("row");
        for (const reference of page.row) form.append("row", reference);
      }
      await keepTyped(session, form);
      return leaveFor(page.address);
    }
    const selection = selectionOf(sent, session);
    const id = selection && (await selectEnrollments(selection, session.actor));
    if (!id) return { problems: [{ words: t("nobody") }] };
    const deed = deeds.find((known) => known === sent.which);
    return { goTo: deed ? `/desk/bulk/${id}?do=${deed}` : `/desk/bulk/${id}` };
  });
}

/** Keeps the list of the page under a name; what was searched for is never kept (desk 34). */
export const saveViewAction: FormAction = async (_, form) =>
  doThen(form, saveView, () => ownAddress({ said: "viewSaved" }));

export const dropViewAction: FormAction = async (_, form) =>
  doThen(form, deleteView, () => ownAddress({ said: "viewDropped" }));

type PageWanted = { address: string; row?: string[] };

/**
 * The page of the list that was asked for instead of a step, found anew since it may have moved meanwhile; or this one
 * with all of its rows ticked, or none.
 */
async function pageWanted({ which, row }: Select, session: StaffSession): Promise<PageWanted | undefined> {
  if (!["next", "previous", "page", "none"].includes(which)) return;
  const address = await ownAddress();
  if (which === "none") return { address, row: [] };
  const query = parseListQuery(Object.fromEntries(new URL(address, "http://desk").searchParams));
  const words = query.search ? decryptSearch(query.search, session) : undefined;
  if (query.search && !words) return { address: getListUrl(query) };
  const { next, previous, rows } = await readListPage(session.actor, query, words);
  if (which === "page")
    return { address, row: [...new Set([...row, ...rows.map(({ reference }) => reference)])] };
  return { address: getListUrl(query, (which === "next" ? next : previous) ?? {}) };
}

/** "All that match" keeps the list's filters and its search; a search of another session is nobody's. */
function selectionOf({ which, row, list }: Select, session: StaffSession): Selection | undefined {
  if (which !== "all") return { references: row };
  const { filters, search } = parseListQuery(Object.fromEntries(new URLSearchParams(list)));
  const words = search ? decryptSearch(search, session) : undefined;
  return search && !words ? undefined : { filters, words };
}

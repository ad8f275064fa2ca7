"use server";

import { getTranslations } from "next-intl/server";
import { asStaff, keepTyped } from "@/app/[locale]/desk/act";
import { leaveFor, ownAddress } from "@/app/[locale]/desk/session";
import { read } from "@/app/[locale]/read-form";
import type { ActionState } from "@/components/action/action-state";
import { type Selection, selectBulk } from "@/lib/office/bulk/select";
import { listAddress, readListQuery } from "@/lib/office/filters";
import { listEnrollments } from "@/lib/office/list";
import { unsealSearch } from "@/lib/office/search";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { type Select, selectForm } from "./schema";

/** Freezes what was ticked, or all that the list shows, and leads to what can be done with it. */
export async function selectAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.bulk");
  return asStaff(form, async (session) => {
    const sent = read(form, selectForm);
    const page = await pageWanted(sent.which, session);
    if (page) {
      await keepTyped(session, form);
      return leaveFor(page);
    }
    const selection = selectionOf(sent, session);
    const id = selection && (await selectBulk(selection, session.actor));
    if (!id) return { problems: [{ words: t("nobody") }] };
    return { goTo: `/desk/bulk/${id}` };
  });
}

/** The page of the list that was asked for instead of a step, found anew: it may have moved meanwhile. */
async function pageWanted(which: string, session: StaffSession): Promise<string | undefined> {
  if (which !== "next" && which !== "previous") return;
  const here = new URL(await ownAddress(), "http://desk");
  const query = readListQuery(Object.fromEntries(here.searchParams));
  const words = query.search ? unsealSearch(query.search, session) : undefined;
  if (query.search && !words) return listAddress(query);
  const { next, previous } = await listEnrollments(session.actor, query, words);
  return listAddress(query, (which === "next" ? next : previous) ?? {});
}

/** "All that match" keeps the list's filters and its search; a search of another session is nobody's. */
function selectionOf({ which, row, list }: Select, session: StaffSession): Selection | undefined {
  if (which !== "all") return { references: row };
  const { filters, search } = readListQuery(Object.fromEntries(new URLSearchParams(list)));
  const words = search ? unsealSearch(search, session) : undefined;
  return search && !words ? undefined : { filters, words };
}

"use server";

import { getTranslations } from "next-intl/server";
import { asStaff, keepTyped } from "@/app/[locale]/desk/act";
import { field } from "@/app/[locale]/desk/form-field";
import { leaveFor, ownAddress } from "@/app/[locale]/desk/session";
import type { ActionState } from "@/components/action/action-state";
import { type Selection, selectBulk } from "@/lib/office/bulk/select";
import { listAddress, readListQuery } from "@/lib/office/filters";
import { listEnrollments } from "@/lib/office/list";
import { unsealSearch } from "@/lib/office/search";
import type { StaffSession } from "@/lib/people/staff/sessions";

/** Freezes what was ticked, or all that the list shows, and leads to what can be done with it. */
export async function selectAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.bulk");
  return asStaff(form, async (session) => {
    const page = await pageWanted(form, session);
    if (page) {
      await keepTyped(session, form);
      return leaveFor(page);
    }
    const selection = selectionOf(form, session);
    const id = selection && (await selectBulk(session.actor, selection));
    if (!id) return { problems: [{ words: t("nobody") }] };
    return { goTo: `/desk/bulk/${id}` };
  });
}

/** The page of the list that was asked for instead of a step, found anew: it may have moved meanwhile. */
async function pageWanted(form: FormData, session: StaffSession): Promise<string | undefined> {
  const which = field(form, "which");
  if (which !== "next" && which !== "previous") return;
  const here = new URL(await ownAddress(), "http://desk");
  const query = readListQuery(Object.fromEntries(here.searchParams));
  const words = query.search ? unsealSearch(query.search, session) : undefined;
  if (query.search && !words) return listAddress(query);
  const { next, previous } = await listEnrollments(session.actor, query, words);
  return listAddress(query, (which === "next" ? next : previous) ?? {});
}

/** "All that match" keeps the list's filters and its search; a search of another session is nobody's. */
function selectionOf(form: FormData, session: StaffSession): Selection | undefined {
  if (field(form, "which") !== "all") {
    return { references: form.getAll("row").filter((row) => typeof row === "string") };
  }
  const { filters, search } = readListQuery(Object.fromEntries(new URLSearchParams(field(form, "list"))));
  const words = search ? unsealSearch(search, session) : undefined;
  return search && !words ? undefined : { filters, words };
}

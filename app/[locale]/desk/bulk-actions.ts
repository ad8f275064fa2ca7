"use server";

import { getLocale, getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { tellings } from "@/lib/decisions/decide";
import { DecisionRefusal } from "@/lib/decisions/refusal";
import { refusalWords } from "@/lib/decisions/refusal-words";
import { bulkKinds, chooseBulk } from "@/lib/office/bulk/input";
import { type Selection, selectBulk } from "@/lib/office/bulk/select";
import { findBulk } from "@/lib/office/bulk/show";
import { startBulk, undoBulk } from "@/lib/office/bulk/start";
import { listAddress, readListQuery } from "@/lib/office/filters";
import { listEnrollments } from "@/lib/office/list";
import { unsealSearch } from "@/lib/office/search";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { asStaff, keepTyped } from "./act";
import { placeOf, versionOf } from "./decision-form";
import { field } from "./form-field";
import { leaveFor, ownAddress, ownPath } from "./session";

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

/** Says what is to be done, and leads to the page that shows what that would be. */
export async function chooseAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  return asStaff(form, async ({ actor }) => {
    const id = await idHere();
    const kind = bulkKinds.find((known) => known === field(form, "kind"));
    if (!kind) return { goTo: `/desk/bulk/${id}` };
    try {
      const issue = await chooseBulk(actor, id, kind, {
        ...placeOf(form),
        reason: field(form, "reason") || undefined,
        words: field(form, "words"),
        internalReason: field(form, "inside"),
        tell: tellings.find((telling) => telling === field(form, "tell")),
        label: field(form, "label"),
      });
      if (issue) return { problems: [{ field: "label", words: t(`label_${issue.label}`) }] };
    } catch (error) {
      if (!(error instanceof DecisionRefusal)) throw error;
      const about = error.code === "words_too_long" ? "words" : "reason";
      return { problems: [{ field: about, words: refusalWords(error, await getLocale()) }] };
    }
    return { goTo: `/desk/bulk/${id}/check` };
  });
}

export async function startAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.bulk");
  return asStaff(form, async ({ actor }) => {
    const id = await idHere();
    const bulk = await findBulk(actor, id);
    if (!bulk) return { problems: [{ words: t("gone") }] };
    const start = { version: versionOf(form), typed: field(form, "typed") };
    const started = await startBulk(actor, bulk, start, new Date());
    if (started === "changed_meanwhile") return { problems: [{ words: t("begun") }] };
    if (started !== "started") return { problems: [{ field: "typed", words: t("countWrong", started) }] };
    return { goTo: `/desk/bulk/${id}` };
  });
}

/** Chooses what a step on many left out, to be worked on by another. */
export async function leftOutAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.bulk");
  return asStaff(form, async ({ actor }) => {
    const id = await selectBulk(actor, { leftOutOf: await idHere() });
    return id ? { goTo: `/desk/bulk/${id}` } : { problems: [{ words: t("gone") }] };
  });
}

export async function undoBulkAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.bulk");
  return asStaff(form, async ({ actor }) => {
    const bulk = await findBulk(actor, await idHere());
    if (!bulk || !(await undoBulk(actor, bulk))) return { problems: [{ words: t("begun") }] };
    return { goTo: `/desk/bulk/${bulk.id}` };
  });
}

/** The bulk action on whose page the form stands. */
async function idHere(): Promise<string> {
  return (await ownPath()).split("/")[3] ?? "";
}

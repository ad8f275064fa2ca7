import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/prisma";
import { type Actor, demand } from "@/lib/staff/rights";
import type { ListQuery, Place } from "./filters";
import { beforeIn, conditions, idsOf, PAGE } from "./list";

/** A neighbour, and the page of the list on which it is. */
type Neighbour = { reference: string; place: Place };

export type InList = {
  total: number;
  /** Counted from 1; undefined once it no longer matches, as when it was just decided. */
  at: number | undefined;
  next: Neighbour | undefined;
  previous: Neighbour | undefined;
};

/**
 * Where in a list an enrollment is, and which come before and after it: also of one that the list no longer
 * shows, by its own place in the order.
 * @param words what is searched for, if anything
 */
export async function placeInList(
  actor: Actor,
  reference: string,
  { filters, sort, place }: Omit<ListQuery, "search">,
  words?: string,
): Promise<InList> {
  demand(actor, "read");
  const matching = await conditions(filters, words);
  const [{ total, before, among }, next, previous] = await Promise.all([
    standingIn(matching, await beforeIn(sort, reference), reference),
    neighbourOf(idsOf(matching, sort, { after: reference }, 1)),
    neighbourOf(idsOf(matching, sort, { before: reference }, 1)),
  ]);
  const at = among ? before + 1 : undefined;
  const on = (page: number, beside: string | undefined, turned: Place) =>
    beside === undefined
      ? undefined
      : { reference: beside, place: at && at % PAGE === page ? turned : place };
  return {
    total,
    at,
    next: on(0, next, { after: reference }),
    previous: on(1, previous, { before: reference }),
  };
}

type Counted = { total: number; before: number; among: boolean };

async function standingIn(
  matching: Prisma.Sql,
  { join, condition }: Awaited<ReturnType<typeof beforeIn>>,
  reference: string,
): Promise<Counted> {
  const [row] = await prisma().$queryRaw<Counted[]>`
    select count(*)::int as total, (count(*) filter (where ${condition}))::int as before,
      coalesce(bool_or(e.reference = ${reference}), false) as among
    from enrollments e ${join} where ${matching}`;
  return row ?? { total: 0, before: 0, among: false };
}

async function neighbourOf(found: Promise<string[]>): Promise<string | undefined> {
  const [id] = await found;
  if (!id) return;
  const row = await prisma().enrollment.findUnique({ where: { id }, select: { reference: true } });
  return row?.reference;
}

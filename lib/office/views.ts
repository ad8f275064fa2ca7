import { z } from "zod";
import { type Actor, demand, StaffRefusal } from "@/lib/people/staff/rights";
import { verb } from "@/lib/people/verb";
import { typedId } from "@/lib/platform/columns";
import { prisma } from "@/lib/platform/prisma";
import { listText, readListText } from "./enrollment-address";

/** So many views are kept of one member. */
const MOST = 30;

export type SavedView = { id: number; name: string; query: string };

/** The lists that somebody has kept under a name, by their names. */
export async function listViews(actor: Actor): Promise<SavedView[]> {
  demand(actor, "read");
  if (actor.kind !== "staff") return [];
  return prisma().savedView.findMany({
    where: { memberId: actor.id },
    orderBy: { name: "asc" },
    select: { id: true, name: true, query: true },
  });
}

/** Keeps a list's filters and order under a name, in the place of what had it; what was searched for is never kept. */
export const saveView = verb(
  "view_saved",
  "read",
  z.object({ view: z.string().trim().min(1, "required").max(40, "too_long"), list: z.string() }),
  async ({ tx, actor }, { view: name, list }) => {
    if (actor.kind !== "staff") throw new StaffRefusal("no_right");
    const { id: memberId } = actor;
    const asked = readListText(list);
    const query = asked ? listText({ ...asked, search: undefined }) : "all";
    await tx.savedView.upsert({
      where: { memberId_name: { memberId, name } },
      create: { memberId, name, query },
      update: { query },
      select: { id: true },
    });
    const old = await tx.savedView.findMany({
      where: { memberId },
      orderBy: { id: "desc" },
      skip: MOST,
      select: { id: true },
    });
    await tx.savedView.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
  },
);

/** Forgets one of one's own views. */
export const dropView = verb(
  "view_dropped",
  "read",
  z.object({ id: typedId }),
  async ({ tx, actor }, { id }) => {
    if (actor.kind !== "staff") throw new StaffRefusal("no_right");
    await tx.savedView.deleteMany({ where: { id, memberId: actor.id } });
  },
);

import { Prisma } from "@/generated/prisma/client";
import { type State, stateNames } from "@/lib/enrollment/states";
import { prisma } from "@/lib/platform/prisma";
import { settings } from "@/lib/school/settings";
import { all, conditionsOf } from "./conditions";
import type { Filters } from "./filters";

/** The tabs of the list: each state that is decided, what is not told yet, and all. */
export const tabs = ["pending", "untold", "waiting", "accepted", "rejected", "withdrawn", "all"] as const;

export type Tab = (typeof tabs)[number];
export type TabCounts = Record<Tab, number>;

const isState = (tab: Tab): tab is State => stateNames.some((state) => state === tab);

/** What a tab filters by. */
export const filtersOfTab = (tab: Tab, { state: _, told: __, ...filters }: Filters): Filters => ({
  ...filters,
  ...(isState(tab) && { state: tab }),
  ...(tab === "untold" && { told: "no" }),
});

/** The tab on which a list stands: none where it asks for something between them. */
export function tabOf({ state, told }: Filters): Tab | undefined {
  if (told) return told === "no" && !state ? "untold" : undefined;
  return state ?? "all";
}

/** How many each tab shows under the list's other filters, counted in one pass. */
export async function countTabs(filters: Filters): Promise<TabCounts> {
  const matching = all(conditionsOf(filtersOfTab("all", filters), await settings()));
  // Found before, and not once a row.
  const erased = Prisma.sql`e.student_id in (select p.id from people p where p.erased_at is not null)`;
  const [row] = await prisma().$queryRaw<TabCounts[]>`
    select count(*) filter (where e.decided_state = 'pending' and not ${erased})::int as pending,
      count(*) filter (where e.decided_state <> e.state)::int as untold,
      count(*) filter (where e.decided_state = 'waiting')::int as waiting,
      count(*) filter (where e.decided_state = 'accepted')::int as accepted,
      count(*) filter (where e.decided_state = 'rejected')::int as rejected,
      count(*) filter (where e.decided_state = 'withdrawn')::int as withdrawn,
      count(*)::int as "all"
    from enrollments e where ${matching}`;
  return row as TabCounts;
}

import { Prisma } from "@/generated/prisma/client";
import { type State, stateNames, getState } from "@/lib/enrollment/states";
import { prisma } from "@/lib/platform/prisma";
import { getSettings } from "@/lib/school/settings";
import { joinConditions, listConditions, IS_ERASED } from "./conditions";
import type { Filters } from "./filters";

export type Tab = State | "untold" | "all";
export type TabCounts = Record<Tab, number>;

const [first, ...others] = stateNames;

/** The tabs of the list: each state that is decided, what is not told yet, and all. */
export const tabs: readonly Tab[] = [first, "untold", ...others, "all"];

/** What a tab filters by. */
export const toTabFilters = (tab: Tab, { state: _, told: __, ...filters }: Filters): Filters => ({
  ...filters,
  ...(tab !== "all" && tab !== "untold" && { state: tab }),
  ...(tab === "untold" && { told: "no" }),
});

/** The tab on which a list stands: none where it asks for something between them. */
export function getTab({ state, told }: Filters): Tab | undefined {
  if (told) return told === "no" && !state ? "untold" : undefined;
  return state ?? "all";
}

/** How many each tab shows under the list's other filters: those of places and waiting lists by their own meaning. */
export async function countTabs(filters: Filters): Promise<TabCounts> {
  const counts = await countStates(toTabFilters("all", filters));
  if (filters.how || !(filters.speciality || filters.syllabus)) return counts;
  const assigned = await countStates(toTabFilters("all", { ...filters, how: "assigned" }));
  const byPlace = tabs.filter((tab) => tab !== "all" && tab !== "untold" && getState(tab).holds);
  return { ...counts, ...Object.fromEntries(byPlace.map((tab) => [tab, assigned[tab]])) };
}

async function countStates(filters: Filters): Promise<TabCounts> {
  const matching = joinConditions(listConditions(filters, await getSettings()));
  const counts = stateNames.map((state) => {
    const there = state === "pending" ? Prisma.sql`and not ${IS_ERASED}` : Prisma.empty;
    return Prisma.sql`count(*) filter (where e.decided_state = ${state}::enrollment_state ${there})::int as ${Prisma.raw(`"${state}"`)}`;
  });
  const [row] = await prisma().$queryRaw<TabCounts[]>`
    select ${Prisma.join(counts)}, count(*) filter (where e.decided_state <> e.state)::int as untold, count(*)::int as "all"
    from enrollments e where ${matching}`;
  return row as TabCounts;
}

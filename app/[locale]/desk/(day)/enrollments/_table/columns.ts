import type { Messages } from "next-intl";
import type { Filters } from "@/lib/desk/list/filters";
import type { Day } from "@/lib/platform/dates";

/** `today`: of the school; `hasTurns`: positions in the waiting list. */
export type CellContext = { today: Day; hasTurns: boolean };

export type ListColumn = Exclude<keyof Messages["desk"]["list"]["columns"], "pick" | "student">;

/** Aligned right. */
export const numericColumns: ListColumn[] = [
  "rank",
  "points",
  "age",
  "fee",
  "decided",
  "told",
  "sent",
  "due",
];

/**
 * Decided: place, time and reason; undecided: what is missing, and the deadline.
 * @param points a round has scores
 * @param withPane the pane is open and shows the rest
 */
export function getColumns(
  { year, state, told, due }: Filters,
  { hasTurns, withPane, points }: Pick<CellContext, "hasTurns"> & { withPane: boolean; points: boolean },
): ListColumn[] {
  const isOpen = state === undefined || state === "pending" || state === "waiting";
  const isDecided = told !== undefined || (state !== undefined && state !== "pending");
  const columns: [ListColumn, boolean][] = [
    ["rank", hasTurns || state === "waiting"],
    ["points", points],
    ["age", true],
    ["year", year === undefined && !withPane],
    ["place", state !== "rejected" && state !== "withdrawn"],
    ["fee", !withPane && state !== "rejected" && state !== "withdrawn"],
    ["state", state === undefined],
    ["reason", state === "rejected" || state === "withdrawn"],
    ["keeps", state === "accepted"],
    ["missing", isOpen && !withPane],
    ["decided", isDecided],
    ["told", isDecided && told === undefined && !withPane],
    ["sent", isOpen && told === undefined && !withPane],
    ["due", state === "pending" || (state === undefined && due !== undefined)],
  ];
  return columns.flatMap(([column, isVisible]) => (isVisible ? [column] : []));
}

import { type MailFilters, mailGroupNames } from "@/lib/desk/mail/queries";
import { mailKinds } from "@/lib/mail/mail-kinds";
import { type Day, isDay } from "@/lib/platform/dates";

type Query = Record<string, string | string[] | undefined>;

/** A day's messages, undelivered ones of all days, or suppressed addresses. */
export const mailTabs = ["day", "trouble", "addresses"] as const;
export type MailTab = (typeof mailTabs)[number];

const toText = (value: string | string[] | undefined) => (typeof value === "string" ? value : undefined);

/** Ignores invalid parameters. */
export function parseMailQuery(query: Query, today: Day): { tab: MailTab; day: Day; filters: MailFilters } {
  const tab = mailTabs.find((tab) => tab === query.show) ?? "day";
  const dayText = toText(query.day);
  const day = dayText && isDay(dayText) ? dayText : today;
  const kind = mailKinds.find((kind) => kind === query.kind);
  const group = mailGroupNames.find((group) => group === query.state);
  const after = toText(query.after);
  const filters = tab === "trouble" ? { group: "trouble" as const, after } : { day, kind, group, after };
  return { tab, day, filters };
}

/** Contains no names or addresses. */
export function getMailPageAddress(filters: { show?: MailTab } & MailFilters): string {
  const { group: state, ...rest } = filters;
  const entries = Object.entries({ ...rest, state }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `/desk/mail?${query}` : "/desk/mail";
}

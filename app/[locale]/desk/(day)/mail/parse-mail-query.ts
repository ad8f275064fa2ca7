import { type MailFilters, mailGroupNames } from "@/lib/desk/mail/queries";
import { mailKinds } from "@/lib/mail/mail-kinds";
import { type Day, isDay } from "@/lib/platform/dates";

type Query = Record<string, string | string[] | undefined>;

/** A day's messages, undelivered ones of all days, or suppressed addresses. */
export const mailTabs = ["day", "trouble", "addresses"] as const;
export type MailTab = (typeof mailTabs)[number];

const text = (value: string | string[] | undefined) => (typeof value === "string" ? value : undefined);

/** Ignores invalid parameters. */
export function parseMailQuery(query: Query, today: Day): { tab: MailTab; day: Day; filters: MailFilters } {
  const tab = mailTabs.find((one) => one === query.show) ?? "day";
  const wanted = text(query.day);
  const day = wanted && isDay(wanted) ? wanted : today;
  const kind = mailKinds.find((one) => one === query.kind);
  const group = mailGroupNames.find((one) => one === query.state);
  const after = text(query.after);
  const filters = tab === "trouble" ? { group: "trouble" as const, after } : { day, kind, group, after };
  return { tab, day, filters };
}

/** Contains no names or addresses. */
export function getMailPageAddress(shown: { show?: MailTab } & MailFilters): string {
  const { group: state, ...rest } = shown;
  const given = Object.entries({ ...rest, state }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `/desk/mail?${query}` : "/desk/mail";
}

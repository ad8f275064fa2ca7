import type { AuditFilters, PageViewCursor } from "@/lib/desk/audit/queries";
import { isDay } from "@/lib/platform/dates";

type Parameters = Record<string, string | string[] | undefined>;

/** Ignores invalid filters. */
export function parseAuditQuery(parameters: Parameters): { filters: AuditFilters; before?: bigint } {
  const word = (name: string) => {
    const value = parameters[name];
    return typeof value === "string" && /^[\w-]{1,40}$/.test(value) ? value : undefined;
  };
  const day = (name: string) => {
    const value = word(name);
    return value && isDay(value) ? value : undefined;
  };
  const before = word("before");
  return {
    filters: { who: word("who"), action: word("action"), from: day("from"), until: day("until") },
    ...(before && /^\d{1,18}$/.test(before) && { before: BigInt(before) }),
  };
}

export function getAuditAddress(page: string, filters: AuditFilters, place: Record<string, string> = {}) {
  const given = Object.entries({ ...filters, ...place }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given as [string, string][]).toString();
  return query === "" ? page : `${page}?${query}`;
}

/** A position in the list; it contains only staff ids. */
export const formatAccessCursor = (place: PageViewCursor) =>
  [place.enrollmentId, place.memberId, place.hour.toISOString()].join("_");

export function parseAccessCursor(text: string | string[] | undefined): PageViewCursor | undefined {
  const id = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
  const found = new RegExp(`^(${id})_(${id})_([\\dT:.-]{10,24}Z)$`).exec(
    typeof text === "string" ? text : "",
  );
  const hour = new Date(found?.[3] ?? "");
  if (!found || Number.isNaN(hour.getTime())) return;
  return { enrollmentId: found[1] as string, memberId: found[2] as string, hour };
}

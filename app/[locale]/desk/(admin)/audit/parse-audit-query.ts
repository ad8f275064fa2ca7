import type { AuditFilters } from "@/lib/desk/audit/queries";
import { isDay } from "@/lib/platform/dates";

type Parameters = Record<string, string | string[] | undefined>;

/** Ignores invalid filters. */
export function parseAuditQuery(parameters: Parameters): { filters: AuditFilters; before?: bigint } {
  const read = (name: string) => {
    const value = parameters[name];
    return typeof value === "string" && /^[\w-]{1,40}$/.test(value) ? value : undefined;
  };
  const readDay = (name: string) => {
    const value = read(name);
    return value && isDay(value) ? value : undefined;
  };
  const before = read("before");
  return {
    filters: { who: read("who"), action: read("action"), from: readDay("from"), until: readDay("until") },
    ...(before && /^\d{1,18}$/.test(before) && { before: BigInt(before) }),
  };
}

export function getAuditAddress(page: string, filters: AuditFilters, cursor: Record<string, string> = {}) {
  const entries = Object.entries({ ...filters, ...cursor }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(entries as [string, string][]).toString();
  return query === "" ? page : `${page}?${query}`;
}

/** A position in the list; it contains only staff ids. */
export const formatAccessCursor = (cursor: NonNullable<ReturnType<typeof parseAccessCursor>>) =>
  [cursor.enrollmentId, cursor.memberId, cursor.hour.toISOString()].join("_");

export function parseAccessCursor(text: string | string[] | undefined) {
  const id = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
  const match = new RegExp(`^(${id})_(${id})_([\\dT:.-]{10,24}Z)$`).exec(
    typeof text === "string" ? text : "",
  );
  const hour = new Date(match?.[3] ?? "");
  if (!match || Number.isNaN(hour.getTime())) return;
  return { enrollmentId: match[1] as string, memberId: match[2] as string, hour };
}

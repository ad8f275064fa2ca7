import { getEnrollmentAddress, getListQuery } from "@/app/[locale]/desk/_lib/session";
import { catchUnavailable } from "@/app/[locale]/desk/_lib/staff-action";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { getListNeighbours } from "./list-navigation";

/** The enrollment itself or, within a list, the next one, which says what was decided before it. */
export async function getNextAddress(
  session: StaffSession,
  reference: string,
  goOn: boolean,
): Promise<string> {
  const list = await getListQuery();
  const next = goOn ? await nextAfter({ session, reference, list }) : undefined;
  if (!next) return getEnrollmentAddress(reference, list, { said: "decided" });
  return getEnrollmentAddress(next.reference, next.list, { said: "decided", saidOf: reference });
}

/** None while the database is away: what was decided before is said all the same. */
async function nextAfter(within: Parameters<typeof getListNeighbours>[0]) {
  const found = await catchUnavailable(async () => ({ next: (await getListNeighbours(within))?.next }));
  return "next" in found ? found.next : undefined;
}

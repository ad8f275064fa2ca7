import { getEnrollmentAddress, getListQuery } from "@/app/[locale]/desk/_lib/session";
import { catchUnavailable } from "@/app/[locale]/desk/_lib/staff-action";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { getListNeighbours } from "./list-navigation";

/** The enrollment, or the next in its list, with a message about the decision. */
export async function getNextAddress(
  session: StaffSession,
  reference: string,
  toNext: boolean,
): Promise<string> {
  const list = await getListQuery();
  const next = toNext ? await findNext({ session, reference, list }) : undefined;
  if (!next) return getEnrollmentAddress(reference, list, { said: "decided" });
  return getEnrollmentAddress(next.reference, next.list, { said: "decided", saidOf: reference });
}

/** Undefined while the database is unavailable, so that the message is shown anyway. */
async function findNext(input: Parameters<typeof getListNeighbours>[0]) {
  const result = await catchUnavailable(async () => ({ next: (await getListNeighbours(input))?.next }));
  return "next" in result ? result.next : undefined;
}

import { orUnavailable } from "@/app/[locale]/desk/act";
import { enrollmentHere, listHere } from "@/app/[locale]/desk/session";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { neighbours } from "./within-list";

/** The enrollment itself or, within a list, the next one, which says what was decided before it. */
export async function afterDeciding(
  session: StaffSession,
  reference: string,
  goOn: boolean,
): Promise<string> {
  const list = await listHere();
  const next = goOn ? await nextAfter({ session, reference, list }) : undefined;
  if (!next) return enrollmentHere(reference, list, { said: "decided" });
  return enrollmentHere(next.reference, next.list, { said: "decided", saidOf: reference });
}

/** None while the database is away: what was decided before is said all the same. */
async function nextAfter(within: Parameters<typeof neighbours>[0]) {
  const found = await orUnavailable(async () => ({ next: (await neighbours(within))?.next }));
  return "next" in found ? found.next : undefined;
}

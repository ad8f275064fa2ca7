import { hash } from "node:crypto";
import { peopleOf } from "@/lib/enrollment/people";
import { minorRules, withRules } from "@/lib/enrollment/rules";
import { minorEnrollment } from "@/lib/enrollment/schema";
import { schoolContext } from "@/lib/enrollment/school-context";

// The peers check keys and enrollments with our own rules: what is compared is everything else.

const known = new Set([hash("sha256", process.env.BENCH_KEY as string)]);

/** Whether a request carries the bench's key. */
export function isAuthorized(authorization: string | undefined): boolean {
  const secret = authorization?.startsWith("Bearer ") ? authorization.slice(7) : "";
  return known.has(hash("sha256", secret));
}

/** A minor's enrollment and its people, or undefined when a rule refuses it. */
export async function checkedMinor(body: unknown) {
  const result = withRules(minorEnrollment, minorRules, await schoolContext()).safeParse(body);
  return result.success ? { input: result.data, people: peopleOf(result.data) } : undefined;
}

/** What an ordinary service would write for that enrollment. */
export type Checked = NonNullable<Awaited<ReturnType<typeof checkedMinor>>>;

import { Prisma } from "@/generated/prisma/client";
import { AppError } from "@/lib/platform/errors";
import { type KeyScope, seen, type ToldEnrollment, toldEnrollments } from "./told";

/**
 * What has been told of an enrollment, and its times.
 * @throws AppError `not_found` when there is none that the key sees
 */
export async function readEnrollment(reference: string, scope: KeyScope): Promise<ToldEnrollment> {
  const [found] = await toldEnrollments(Prisma.sql`e.reference = ${reference} and ${seen(scope)}`, 1);
  if (!found) throw new AppError("not_found");
  return found.told;
}

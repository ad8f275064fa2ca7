import { Prisma } from "@/generated/prisma/client";
import { AppError } from "@/lib/platform/errors";
import { type KeyScope, whereVisibleToKey, type NotifiedEnrollment, readNotifiedEnrollments } from "./told";

/**
 * What has been told of an enrollment, and its times.
 * @throws AppError `not_found` when there is none that the key sees
 */
export async function readEnrollment(reference: string, scope: KeyScope): Promise<NotifiedEnrollment> {
  const [found] = await readNotifiedEnrollments(Prisma.sql`e.reference = ${reference} and ${whereVisibleToKey(scope)}`, 1);
  if (!found) throw new AppError("not_found");
  return found.told;
}

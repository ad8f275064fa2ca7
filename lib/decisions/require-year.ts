import type { Prisma } from "@/generated/prisma/client";
import { ActionError } from "@/lib/people/verb";

/** Nothing is done, nor recorded, about a school year that does not exist. @throws Refused `year_unknown` */
export async function requireYear(tx: Prisma.TransactionClient, id: number): Promise<void> {
  if ((await tx.schoolYear.count({ where: { id } })) === 0) throw new ActionError({ code: "year_unknown" });
}

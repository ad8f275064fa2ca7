import { emailKey } from "@/lib/mail/addresses";
import { prisma } from "@/lib/platform/prisma";
import { LIVE, personAt } from "@/lib/platform/worlds";

/** Whose address this is in the live world, in any case and with blanks around; undefined when it is nobody's (any more). */
export async function personByEmail(email: string): Promise<string | undefined> {
  const person = await prisma().person.findUnique({
    where: { ...personAt(LIVE, emailKey(email)), erasedAt: null },
    select: { id: true },
  });
  return person?.id;
}

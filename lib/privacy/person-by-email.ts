import { emailKey } from "@/lib/mail/addresses";
import { prisma } from "@/lib/platform/prisma";

/** Whose address this is in any case and with blanks around; undefined when it is nobody's (any more). */
export async function personByEmail(email: string): Promise<string | undefined> {
  const person = await prisma().person.findFirst({
    where: { emailKey: emailKey(email), erasedAt: null },
    select: { id: true },
  });
  return person?.id;
}

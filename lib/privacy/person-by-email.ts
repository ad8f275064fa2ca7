import { toEmailKey } from "@/lib/mail/addresses";
import { prisma } from "@/lib/platform/prisma";

/** Whose address this is in any case and with blanks around; undefined when it is nobody's (any more). */
export async function findPersonByEmail(email: string): Promise<string | undefined> {
  const person = await prisma().person.findFirst({
    where: { emailKey: toEmailKey(email), erasedAt: null },
    select: { id: true },
  });
  return person?.id;
}

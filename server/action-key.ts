import { randomBytes } from "node:crypto";
import { prisma } from "@/lib/prisma";

const NAME = "server actions";

/**
 * The key from which the ids of server actions follow, base64: the environment's, else the one that the
 * database keeps. Machines that build for themselves so know each other's forms.
 */
export async function actionKey(): Promise<string> {
  const given = process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY;
  if (given) return given;
  const value = randomBytes(32).toString("base64");
  await prisma().serviceKey.createMany({ data: [{ name: NAME, value }], skipDuplicates: true });
  const kept = await prisma().serviceKey.findUniqueOrThrow({
    where: { name: NAME },
    select: { value: true },
  });
  return kept.value;
}

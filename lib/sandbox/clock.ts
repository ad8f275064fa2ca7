import type { z } from "zod";
import { parseInput } from "@/lib/enrollment/parse";
import { toDate } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { getCurrentSandbox } from "@/lib/platform/sandbox";
import { clockSchema } from "./schema";

/**
 * Sets the day that it is in the sandbox at work, or sets it back.
 * @throws AppError `validation_failed`
 */
export async function setClock(submitted: unknown): Promise<z.output<typeof clockSchema>> {
  const { today } = parseInput(clockSchema, submitted);
  const sandbox = getCurrentSandbox();
  const set = { today: today && toDate(today) };
  await prisma().sandbox.upsert({
    where: { id: sandbox.sandboxId },
    create: { id: sandbox.sandboxId, ...set },
    update: set,
    select: { id: true },
  });
  sandbox.today = today ?? undefined;
  return { today };
}

import type { z } from "zod";
import { parse } from "@/lib/enrollment/parse";
import { dateOf } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { currentSandbox } from "@/lib/platform/sandbox";
import { clock } from "./schema";

/**
 * Sets the day that it is in the sandbox at work, or sets it back.
 * @throws AppError `validation_failed`
 */
export async function setClock(submitted: unknown): Promise<z.output<typeof clock>> {
  const { today } = parse(clock, submitted);
  const sandbox = currentSandbox();
  const set = { today: today && dateOf(today) };
  await prisma().sandbox.upsert({
    where: { id: sandbox.sandboxId },
    create: { id: sandbox.sandboxId, ...set },
    update: set,
    select: { id: true },
  });
  sandbox.today = today ?? undefined;
  return { today };
}

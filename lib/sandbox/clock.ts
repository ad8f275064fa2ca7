import type { z } from "zod";
import { parse } from "@/lib/enrollment/parse";
import { dateOf } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { currentWorld } from "@/lib/platform/worlds";
import { clock } from "./schema";

/**
 * Sets the day that it is in the sandbox at work, or sets it back.
 * @throws AppError `validation_failed`
 */
export async function setClock(submitted: unknown): Promise<z.output<typeof clock>> {
  const { today } = parse(clock, submitted);
  const world = currentWorld();
  const set = { today: today && dateOf(today) };
  await prisma().sandbox.upsert({
    where: { id: world.sandboxId },
    create: { id: world.sandboxId, ...set },
    update: set,
    select: { id: true },
  });
  world.today = today ?? undefined;
  return { today };
}

import type { z } from "zod";
import { dateOf } from "@/lib/dates";
import { parse } from "@/lib/enrollment/parse";
import { prisma } from "@/lib/prisma";
import { currentWorld } from "@/lib/worlds";
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

import { prisma } from "@/lib/platform/prisma";
import { currentWorld } from "@/lib/platform/worlds";
import { forgetSandbox } from "./forget";

/** Empties the sandbox at work and sets its clock back; browsers stay in it. */
export async function resetSandbox(): Promise<{ enrollments: number }> {
  const world = currentWorld();
  const enrollments = await forgetSandbox(world.sandboxId);
  await prisma().sandbox.deleteMany({ where: { id: world.sandboxId } });
  world.today = undefined;
  return { enrollments };
}

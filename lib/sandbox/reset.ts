import { prisma } from "@/lib/platform/prisma";
import { currentSandbox } from "@/lib/platform/sandbox";
import { forgetSandbox } from "./forget";

/** Empties the sandbox at work and sets its clock back; browsers stay in it. */
export async function resetSandbox(): Promise<{ enrollments: number }> {
  const sandbox = currentSandbox();
  const enrollments = await forgetSandbox(sandbox.sandboxId);
  await prisma().sandbox.deleteMany({ where: { id: sandbox.sandboxId } });
  sandbox.today = undefined;
  return { enrollments };
}

import { prisma } from "@/lib/platform/prisma";
import { getCurrentSandbox } from "@/lib/platform/sandbox";
import { deleteSandboxData } from "./forget";

/** Empties the sandbox at work and sets its clock back; browsers stay in it. */
export async function resetSandbox(): Promise<{ enrollments: number }> {
  const sandbox = getCurrentSandbox();
  const enrollments = await deleteSandboxData(sandbox.sandboxId);
  await prisma().sandbox.deleteMany({ where: { id: sandbox.sandboxId } });
  sandbox.today = undefined;
  return { enrollments };
}

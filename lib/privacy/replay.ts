import { prisma } from "@/lib/platform/prisma";
import { withSandbox } from "@/lib/platform/sandbox";
import { ErasureError, erasePerson } from "./erase";
import { getErasureListPath, readErasures } from "./erasure-list";

/**
 * Erases anew whoever a list of erasures names and an older backup has brought back; where none is back it
 * costs one query.
 *
 * @param file by default this machine's own list
 * @returns how many came back and went again
 */
export async function replayErasures(now: Date, file = getErasureListPath()): Promise<number> {
  const named = await readErasures(file);
  if (named.length === 0) return 0;
  const back = await prisma().$queryRaw<{ id: string; sandboxId: number }[]>`
    select id::text, sandbox_id as "sandboxId" from all_people where id = any(${named}::uuid[]) and erased_at is null order by id`;
  for (const { id, sandboxId } of back) await withSandbox({ sandboxId }, () => eraseAgain(id, named, now));
  return back.length;
}

/**
 * Children who went with a guardian are in the list themselves, and may have gone with one just now, as may
 * anybody by another machine that starts. All others stay: in the older backup the second guardian may not
 * have confirmed yet.
 */
async function eraseAgain(id: string, named: string[], now: Date) {
  try {
    await erasePerson(id, { actor: { kind: "system" }, withChildren: named, now });
  } catch (error) {
    if (!(error instanceof ErasureError && error.code === "unknown_person")) throw error;
  }
}

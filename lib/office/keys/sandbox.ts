import { z } from "zod";
import { defineLooseAction } from "@/lib/people/verb";
import { typedId } from "@/lib/platform/columns";
import { prisma } from "@/lib/platform/prisma";
import { deleteSandboxData } from "@/lib/sandbox/forget";
import { lockKey } from "./change";

/** What a test key and those below it have tried. */
export type SandboxCounts = { enrollments: number; people: number; messages: number };

/** The sandboxes of a test key and of those that it made. */
const own = (id: number) =>
  prisma().apiKey.findMany({
    where: { OR: [{ id }, { parentId: id }] },
    select: { id: true },
  });

/** How much there is in the sandboxes of a test key and of those below it. */
export async function countSandboxRows(id: number): Promise<SandboxCounts> {
  const ids = (await own(id)).map((key) => key.id);
  const [row] = await prisma().$queryRaw<SandboxCounts[]>`
    select (select count(*)::int from all_enrollments where sandbox_id = any(${ids})) as enrollments,
      (select count(*)::int from all_people where sandbox_id = any(${ids})) as people,
      (select count(*)::int from all_mail_messages where person_id in (
        select id from all_people where sandbox_id = any(${ids}))) as messages`;
  return row as SandboxCounts;
}

/** Empties the sandboxes of a test key and of those below it: what families and live keys have sent is not in them. */
export const emptySandbox = defineLooseAction(
  "sandbox_emptied",
  "manage_keys",
  z.object({ id: typedId }),
  async ({ inTransaction }, { id }) => {
    const { name } = await inTransaction(({ tx }) => lockKey(tx, id));
    let count = 0;
    for (const key of await own(id)) count += await deleteSandboxData(key.id);
    await inTransaction(({ audit }) => audit({ kind: "api_key", id: name }, { removed: [null, count] }));
    return count;
  },
);

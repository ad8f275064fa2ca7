import { Prisma } from "@/generated/prisma/client";
import { withdrawIfExpired } from "@/lib/decisions/family";
import { hasConfirmationExpired } from "@/lib/enrollment/state-sql";
import { toLocalDay } from "@/lib/platform/dates";
import { errorFields, logger } from "@/lib/platform/logger";
import { prisma } from "@/lib/platform/prisma";
import { withSandbox } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";

type Lapsed = { id: string; sandboxId: number; today: string | null };

/**
 * Writes the withdrawals of those who lost their place by silence (admission 12); it has counted for nobody since
 * their day was over. One that fails is logged and keeps nobody else's from being written.
 */
export async function withdrawExpired(now: Date, stopping: () => boolean = () => false): Promise<number> {
  const day = toLocalDay((await getSettings()).time_zone, now);
  const due = await prisma().$queryRaw<Lapsed[]>`
    select e.id, e.sandbox_id as "sandboxId", s.today::text as today
    from all_enrollments e left join sandboxes s on s.id = e.sandbox_id
    where e.id in (select a.enrollment_id from place_answers a where a.answer is null and a.loses)
      and ${hasConfirmationExpired(Prisma.sql`coalesce(s.today, ${day}::date)`)}`;
  let lapsed = 0;
  for (const { id, ...sandbox } of due) {
    if (stopping()) break;
    try {
      const { sandboxId, today } = sandbox;
      await withSandbox({ sandboxId, today: today ?? undefined }, () => withdrawIfExpired(id, now));
      lapsed += 1;
    } catch (error) {
      logger.error({ enrollmentId: id, error: errorFields(error) }, "a lapsed place is not withdrawn");
    }
  }
  return lapsed;
}

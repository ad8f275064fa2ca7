import type { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { decryptEventId, readEventCounter } from "@/lib/events/ids";
import { AppError } from "@/lib/platform/errors";
import { IS_VISIBLE_TO_KEY } from "./queue";
import type { replayQuerySchema } from "./schema";

/**
 * Sends events anew, under their own ids: one; or all of those that the endpoint wants and that have not got
 * through, since a time or since it was made, those included that came while it was off.
 *
 * @throws AppError `not_found` when the key has no such endpoint, or the endpoint does not get that event
 */
export async function replayEvents(
  tx: Prisma.TransactionClient,
  id: string,
  apiKeyId: number,
  { event, since }: z.output<typeof replayQuerySchema>,
): Promise<{ replayed: number }> {
  const endpoints = await tx.$queryRaw`
    select 1 from webhook_endpoints where id = ${id}::uuid and api_key_id = ${apiKeyId} for update`;
  if ((endpoints as unknown[]).length === 0) throw new AppError("not_found");
  const number = event === undefined ? undefined : decryptEventId(String(event), await readEventCounter());
  if (event !== undefined && number === undefined) throw new AppError("not_found");
  const which =
    number === undefined
      ? Prisma.sql`(d.state is null or d.state = 'failed') and v.created_at >= ${new Date(since ?? 0)}`
      : Prisma.sql`v.number = ${number}`;
  const replayed = await tx.$executeRaw`
    insert into webhook_deliveries (endpoint_id, event_number)
    select p.id, v.number
    from webhook_endpoints p
    join api_keys k on k.id = p.api_key_id
    join events v on v.type = any(p.events) and v.number > p.since_number and ${Prisma.raw(IS_VISIBLE_TO_KEY)}
    left join webhook_deliveries d on d.endpoint_id = p.id and d.event_number = v.number
    where p.id = ${id}::uuid and ${which}
    on conflict (endpoint_id, event_number) do update set state = 'pending', attempts = 0, next_at = now()`;
  if (event !== undefined && replayed === 0) throw new AppError("not_found");
  return { replayed };
}

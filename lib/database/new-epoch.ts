import { openSession } from "@/lib/platform/connections";
import { openEmbedded } from "./embedded";

/** Ends every restore: no event's id of before holds any more. Databases of before there were events have none. */
export const NEW_EPOCH_SQL = `do $$ begin
  if to_regprocedure('public.new_event_epoch()') is not null then perform public.new_event_epoch(); end if;
end $$;
`;

/** The same on the embedded database, which is started and stopped for it. */
export async function startEmbeddedEventEpoch(dataDir: string): Promise<void> {
  const embedded = await openEmbedded(dataDir, () => {});
  try {
    await startEventEpoch(embedded.url);
  } finally {
    await embedded.release();
  }
}

/** The same on a database that runs, such as one that was put back to a point in time by hand. */
export async function startEventEpoch(url: string): Promise<void> {
  const client = await openSession(url);
  await client.query(NEW_EPOCH_SQL).finally(() => client.end());
}

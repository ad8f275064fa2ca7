import pg from "pg";
import { openEmbedded } from "@/lib/platform/database/embedded";

/** Connects to the running database of a data folder. */
export async function withEmbeddedClient<T>(
  dataDir: string,
  task: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const embedded = await openEmbedded(dataDir, () => {});
  const client = new pg.Client(embedded.url);
  try {
    await client.connect();
    return await task(client);
  } finally {
    await client.end();
    await embedded.release();
  }
}

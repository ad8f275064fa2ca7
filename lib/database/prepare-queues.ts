import { PgBoss } from "pg-boss";
import { getSessionConfig } from "@/lib/platform/connections";
import { queues } from "@/lib/platform/queues";

/** Whether pg-boss's schema is this build's, with every queue as this build has it. */
export async function areQueuesReady(connectionString: string): Promise<boolean> {
  const boss = createBoss(connectionString, { migrate: false });
  try {
    await boss.start();
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, Object.entries(queue)]));
    return Object.entries(queues).every(([name, options]) => {
      const stored = new Map(known.get(name));
      return Object.entries(options).every(([option, value]) => stored.get(option) === value);
    });
  } catch {
    return false; // whoever prepares them then is told what is wrong
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Makes pg-boss's schema and every queue as this build has them. */
export async function prepareQueues(connectionString: string) {
  const boss = createBoss(connectionString, { migrate: true });
  await boss.start();
  for (const [name, options] of Object.entries(queues)) {
    await boss.createQueue(name, options);
    await boss.updateQueue(name, options);
  }
  await boss.stop({ graceful: false });
}

function createBoss(connectionString: string, { migrate }: { migrate: boolean }): PgBoss {
  const session = { ...getSessionConfig(connectionString), max: 1 };
  const boss = new PgBoss({ ...session, migrate, supervise: false, schedule: false });
  boss.on("error", () => {}); // a statement under way fails by itself; a session that ends between two is missed by nobody
  return boss;
}

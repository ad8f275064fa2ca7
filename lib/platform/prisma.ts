import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "@/generated/prisma/client";
import { poolConfig } from "./connections";
import { env, patient } from "./env";
import { errorFields, logger } from "./logger";
import { singleton } from "./singleton";
import { statementNames } from "./statement-names";

/** The process's only connection pool; Prisma draws from it too. */
export function pool(): pg.Pool {
  return singleton("pool", () => {
    const pool = new pg.Pool({
      ...poolConfig(),
      max: env.DATABASE_POOL_SIZE,
      application_name: "matricula",
      // Bounds for a database that went away or stopped answering: then 503, never a hanging request.
      // The first is also how long a request may wait for its turn: a busy pool is no reason for 503.
      connectionTimeoutMillis: env.poolWaitMs,
      query_timeout: patient(6_000), // longer than PostgreSQL's own: whatever it gives up itself is known not to be done
      keepAlive: true,
    });
    // One that is lost while it is lent out fails the statement under way; unheard, it would end the process.
    pool.on("connect", (client) => client.on("error", () => {}));
    pool.on("error", (error) => {
      if (pool.ending) return; // `end` does not wait for the last ones, which an embedded database may end first
      logger.warn({ error: errorFields(error) }, "idle database connection lost");
    });
    return pool;
  });
}

/** Prisma on the pool, with names for the statements that come often. */
export function prisma(): PrismaClient {
  return singleton(
    "prisma",
    () =>
      new PrismaClient({
        adapter: new PrismaPg(pool(), { statementNameGenerator: statementNames() }),
        // A transaction waits for its turn as long as the pool lets it, and a busy database is no reason for 500.
        transactionOptions: { maxWait: env.poolWaitMs + 1_000, timeout: patient(10_000) },
      }),
  );
}

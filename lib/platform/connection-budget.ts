import { availableParallelism } from "node:os";
import { env } from "./env";

/** pg-boss takes that many at a time, and one more that listens. */
export const JOB_CONNECTIONS = 3;

/** Of the machine's pool the primary keeps two for its jobs; a request may need two at a time. */
const FOR_JOBS = 2;
const LEAST_SHARE = 2;

type Machine = { size: number; processes: number; works: boolean };

/** What a machine takes of the database's connections, at most. */
export type ConnectionBudget = {
  /** Over DATABASE_URL, of the primary and of each process that serves. */
  primary: number;
  each: number;
  pooled: number;
  /** Sessions of one's own: pg-boss's, the one that listens for changes, and one for a command or a start. */
  direct: number;
};

/** How many processes serve on this machine, and what it takes of the database's connections. */
export function getConnectionBudget(): ConnectionBudget & { processes: number } {
  const processes = env.PROCESSES === "auto" ? availableParallelism() : env.PROCESSES;
  return { processes, ...calculateConnectionBudget({ size: env.DATABASE_POOL_SIZE, processes, works: env.WORKER }) };
}

/** @param size DATABASE_POOL_SIZE, which processes that are many stretch */
export function calculateConnectionBudget({ size, processes, works }: Machine): ConnectionBudget {
  const each = Math.max(LEAST_SHARE, Math.floor((size - FOR_JOBS) / processes));
  const jobs = works ? JOB_CONNECTIONS + 1 : 0;
  return { primary: FOR_JOBS, each, pooled: FOR_JOBS + processes * each, direct: jobs + 1 + 1 };
}

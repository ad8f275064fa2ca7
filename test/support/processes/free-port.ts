import { randomInt } from "node:crypto";
import { findFreePort } from "@/lib/platform/database/embedded-process";

/** Below the ephemeral range, which the system gives to others before a program listens. */
const [FIRST, SPAN] = [10_000, 2_000];
/** Parallel processes of one run have ranges of their own. */
const { VITEST_POOL_ID, TEST_PARALLEL_INDEX } = process.env;
const first = FIRST + SPAN * (Number(VITEST_POOL_ID ?? TEST_PARALLEL_INDEX ?? 0) % 10);
let reserved = randomInt(SPAN);

/** A free port that no other test reserves before a program listens. */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = await findFreePort(first + (++reserved % SPAN));
    if (port !== undefined) return port;
  }
}

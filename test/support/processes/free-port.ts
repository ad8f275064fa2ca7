import { randomInt } from "node:crypto";
import { findFreePort } from "@/lib/platform/database/embedded-process";

/**
 * A free port below the ephemeral range, so that parallel test files do not get it before a program
 * listens.
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = await findFreePort(randomInt(10_000, 30_000));
    if (port !== undefined) return port;
  }
}

import { randomInt } from "node:crypto";
import { findFreePort } from "@/lib/platform/database/embedded-process";

/**
 * A port on which nobody listens, below those that systems hand out to whoever asks for any: the files that run
 * beside this one do not get it while a program starts that is to listen there.
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = await findFreePort(randomInt(10_000, 30_000));
    if (port !== undefined) return port;
  }
}

import { timingSafeEqual } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { env } from "@/lib/platform/env";
import { createToken, hashToken } from "@/lib/platform/tokens";

const file = () => path.join(env.DATA_DIR, "mailbox-token");

/** What opens the mailbox, made where there is none yet; without its file nobody enters any more, and the next start makes another. */
export function ensureMailboxToken(): string {
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file(), createToken(), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file(), "utf8").trim();
}

/** Whether a text is what opens the mailbox; nothing is while there is no file. */
export function isMailboxToken(text: string | null | undefined): boolean {
  if (!text) return false;
  try {
    return timingSafeEqual(hashToken(text), hashToken(readFileSync(file(), "utf8").trim()));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

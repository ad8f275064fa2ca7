import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { AppError } from "@/lib/platform/errors";
import { singleton } from "@/lib/platform/singleton";

// 32 MiB, two passes, one lane; OWASP's minimum for argon2id is 19 MiB. Two at a time limit memory to 64 MiB and
// leave threads for other work; a flood waits in a short queue and then gets 503.
const COST = singleton("password cost", () => ({ memory: 32_768, passes: 2, parallelism: 1, tagLength: 32 }));
const CONCURRENCY = 2;
const MAX_WAITING = 60;

/**
 * Hashes a password with argon2id and a random salt, in PHC format.
 * @throws AppError `unavailable` when too many are being hashed
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(password, salt, COST);
  return `${PREFIX}${toBase64(salt)}$${toBase64(tag)}`;
}

/** Whether a hash was made with lower costs than today's. */
export const isWeakHash = (stored: string): boolean => !stored.startsWith(PREFIX);

const PREFIX = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`;

/**
 * Verifies a password. Without a hash (unknown address) it takes the same time and returns false.
 * @throws AppError `unavailable` when too many are being hashed
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, , , cost = "", salt = "", tag = ""] = (stored ?? NO_PASSWORD).split("$");
  const [memory, passes, parallelism] = cost.split(",").map((part) => Number(part.slice(2))) as [
    number,
    number,
    number,
  ];
  const expected = Buffer.from(tag, "base64");
  const nonce = Buffer.from(salt, "base64");
  const actual = await derive(password.slice(0, MAX_TYPED_LENGTH), nonce, {
    memory,
    passes,
    parallelism,
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected) && typeof stored === "string";
}

/** No password is longer, and hashing more is expensive. */
const MAX_TYPED_LENGTH = 1000;

/** The hash of an account without password: no text matches it. */
export const NO_PASSWORD = `${PREFIX}${"A".repeat(22)}$${"A".repeat(43)}`;

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replace(/=+$/, "");

type Cost = Pick<Argon2Parameters, "memory" | "passes" | "parallelism" | "tagLength">;

const derivation = promisify(argon2);

/** NFKC, so that the same text typed on two systems is the same password (NIST SP 800-63B-4, 3.1.1.2). */
async function derive(password: string, nonce: Uint8Array, cost: Cost): Promise<Buffer> {
  const release = await waitForSlot();
  try {
    return await derivation("argon2id", { message: password.normalize("NFKC"), nonce, ...cost });
  } finally {
    release();
  }
}

const getQueue = () => singleton("password hashing", () => ({ running: 0, waiting: [] as (() => void)[] }));

async function waitForSlot(): Promise<() => void> {
  const state = getQueue();
  if (state.running >= CONCURRENCY) {
    if (state.waiting.length >= MAX_WAITING) throw new AppError("unavailable", [], ["Retry-After", "5"]);
    await new Promise<void>((resolve) => state.waiting.push(resolve));
  } else state.running++;
  return () => {
    const next = state.waiting.shift();
    if (next) next();
    else state.running--;
  };
}

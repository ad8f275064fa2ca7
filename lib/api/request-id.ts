import { randomFillSync } from "node:crypto";
import type { ApiRequest } from "./exchange";

// As a ULID has it: ten characters of time, sixteen of chance, in Crockford's base 32. Written out
// here because it is made on every request: chance is drawn by the thousand and spelled in pairs, the
// time once a millisecond.

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PAIRS = [...ALPHABET].flatMap((first) => [...ALPHABET].map((second) => first + second));
const CHANCE = 8;

const pool = new Uint16Array(CHANCE * 1024);
let drawn = pool.length;
let time = { millisecond: 0, text: "" };

/** The caller's own id when it is harmless, so that one id leads through both systems' logs; else a new ULID. */
export function getRequestId(request: ApiRequest): string {
  const given = request.header("x-request-id");
  return given && /^[\w.-]{1,64}$/.test(given) ? given : createRequestId();
}

/** A new ULID. */
export function createRequestId(): string {
  const now = Date.now();
  if (now !== time.millisecond) time = { millisecond: now, text: timeText(now) };
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  let id = time.text;
  for (const end = drawn + CHANCE; drawn < end; drawn++) id += PAIRS[(pool[drawn] as number) & 1023];
  return id;
}

function timeText(now: number): string {
  let text = "";
  for (let rest = now, at = 0; at < 10; at++) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

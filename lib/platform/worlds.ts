import { AsyncLocalStorage } from "node:async_hooks";
import { Prisma } from "@/generated/prisma/client";
import { type Day, dayIn } from "./dates";
import { pool } from "./prisma";
import { singleton } from "./singleton";
import { isToken, tokenHash } from "./tokens";

/**
 * Each test key has a world of its own, beside the live one: its own people, with what is taken among them.
 * A world's number stands in `people.sandbox_id`: 0, or the test key's id. Whoever looks for somebody by an
 * address or a document looks in one world; whoever starts from a person or an enrollment stays in theirs.
 */
export const LIVE = 0;

/** What says that an enrollment is a family's or a live key's, as Prisma has it. As SQL it is `not e.test`. */
export const ofLive = { test: false } satisfies Prisma.EnrollmentWhereInput;

/** The one person of a world with this address (`emailKey` of it). */
export const personAt = (sandboxId: number, emailKey: string) => ({
  emailKey_sandboxId: { emailKey, sandboxId },
});

/** The name of the lock under which an address or a document of a world is given to somebody. */
export const lockOf = (sandboxId: number, kind: "email" | "document", key: string) =>
  sandboxId === LIVE ? `${kind} ${key}` : `sandbox ${sandboxId} ${kind} ${key}`;

/** The world of an enrollment `e`, and those of one world, as SQL. */
export const WORLD = Prisma.sql`case when e.test then e.api_key_id else 0 end`;

export const inWorld = (sandboxId: number) =>
  sandboxId === LIVE ? Prisma.sql`not e.test` : Prisma.sql`e.test and e.api_key_id = ${sandboxId}`;

/** The world of an enrollment, with whose others it shares places and waiting lists. */
export const worldOf = ({ test, apiKeyId }: { test: boolean; apiKeyId: number | null }) =>
  test ? (apiKeyId ?? LIVE) : LIVE;

/** The world that a request works in, and the day that its test key has set there. */
export type World = { sandboxId: number; today?: Day };

const worlds = () => singleton("worlds", () => new AsyncLocalStorage<World>());

/** What is done in a world, and by all that it calls. */
export const inside = <T>(world: World, work: () => T): T => worlds().run(world, work);

/** Where this request works; outside of any sandbox in the live world. */
export const currentWorld = (): World => worlds().getStore() ?? { sandboxId: LIVE };

/** What a limit counts: what testers do takes nothing from a family behind the same address. */
export function countedHere(whom: string): string {
  const { sandboxId } = currentWorld();
  return sandboxId === LIVE ? whom : `sandbox ${sandboxId} ${whom}`;
}

/** The calendar day in the school's time zone, or the one that is set in the sandbox at work. */
export const todayIn = (timeZone: string, now: Date = new Date()): Day =>
  currentWorld().today ?? dayIn(timeZone, now);

/** A test key's world as it has been set. */
export async function readWorld(sandboxId: number): Promise<World> {
  const { rows } = await pool().query<{ today: Day | null }>(
    "select today::text from sandboxes where id = $1",
    [sandboxId],
  );
  return { sandboxId, today: rows[0]?.today ?? undefined };
}

/** How long a browser works in a sandbox. */
export const BROWSER_SECONDS = 24 * 3600;

/** The world that a browser has been put into; undefined when its time is over or its key is. */
export async function worldOfBrowser(token: string): Promise<World | undefined> {
  if (!isToken(token)) return;
  const { rows } = await pool().query<{ sandbox_id: number; today: Day | null }>(
    `select b.sandbox_id, s.today::text from sandbox_browsers b
     join api_keys k on k.id = b.sandbox_id left join sandboxes s on s.id = b.sandbox_id
     where b.hash = $1 and b.opened and b.expires_at > now()
       and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
    [tokenHash(token)],
  );
  const [row] = rows;
  return row && { sandboxId: row.sandbox_id, today: row.today ?? undefined };
}

/** The cookie of a browser that works in a sandbox. */
export const browserCookie = (secure: boolean) => `${secure ? "__Host-" : ""}matricula_sandbox`;

import { Prisma } from "@/generated/prisma/client";

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

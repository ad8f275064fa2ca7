import { z } from "zod";
import type { Endpoint } from "@/lib/api/endpoint";
import { enrollmentState } from "@/lib/enrollment/told";
import { drawnRound, newRound } from "@/lib/sandbox/round-schema";
import {
  clock,
  decision,
  formSession,
  madeTestKey,
  newTestKey,
  outboxMessage,
  outboxQuery,
  seed,
  seeded,
  wiped,
} from "@/lib/sandbox/schema";
import { reference } from "./asked";

const one = { tag: "Sandbox", sandbox: true, status: 200, answered: "What was asked for." } as const;

/** The rows of a test key's sandbox; of a live key none of them is found. */
export const sandbox = {
  resetSandbox: {
    ...one,
    method: "POST",
    path: "/api/v1/sandbox/reset",
    summary: "Empties the sandbox and sets its clock back. Takes no body.",
    answered: "Empty.",
    data: wiped,
  },
  seedSandbox: {
    ...one,
    method: "POST",
    path: "/api/v1/sandbox/seed",
    summary: "Makes enrollments in each state, the same for the same seed.",
    body: seed,
    status: 201,
    answered: "Made; the messages about them are on their way to the outbox.",
    data: z.array(seeded),
    refusals: ["duplicate", "transition_not_allowed"],
  },
  setSandboxClock: {
    ...one,
    method: "PUT",
    path: "/api/v1/sandbox/clock",
    summary: "Sets the day that it is in the sandbox; every answer says it in `Sandbox-Clock`.",
    body: clock,
    answered: "Set.",
    data: clock,
  },
  decideInSandbox: {
    ...one,
    method: "POST",
    path: "/api/v1/sandbox/enrollments/{reference}/decisions",
    summary: "Decides as the head of the school would, and tells the family at once.",
    params: z.object({ reference }),
    body: decision,
    answered: "Decided and told: the enrollment as the family knows it now.",
    data: enrollmentState,
    refusals: ["transition_not_allowed"],
  },
  drawInSandbox: {
    ...one,
    method: "POST",
    path: "/api/v1/sandbox/round",
    summary:
      "A whole round of admission with the sandbox's pending enrollments of a year: frozen, drawn, published and told at once.",
    body: newRound,
    answered: "Drawn; the messages about it are on their way to the outbox.",
    data: drawnRound,
  },
  readSandboxOutbox: {
    ...one,
    method: "GET",
    path: "/api/v1/sandbox/outbox",
    summary: "What the sandbox has sent, the newest 50 first. None of it has gone to anybody.",
    query: outboxQuery,
    data: z.array(outboxMessage),
  },
  makeTestKey: {
    ...one,
    method: "POST",
    path: "/api/v1/sandbox/keys",
    summary:
      "Makes a test key below this one, with its scopes and a sandbox of its own, for a while: 16 at once, and none below those.",
    body: newTestKey,
    status: 201,
    answered: "Made; the key is shown this once.",
    data: madeTestKey,
    refusals: ["limit_reached"],
  },
  openSandboxForm: {
    ...one,
    method: "POST",
    path: "/api/v1/sandbox/form_session",
    summary: "A link that puts a browser's form and account pages into the sandbox. Takes no body.",
    status: 201,
    answered: "Made; it can be opened once.",
    data: formSession,
  },
} as const satisfies Record<string, Endpoint>;

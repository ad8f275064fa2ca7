import { z } from "zod";
import type { Endpoint } from "@/lib/api/endpoint";
import { notifiedEnrollmentSchema } from "@/lib/enrollment/queries";
import {
  clockSchema,
  decisionSchema,
  drawnRoundSchema,
  newTestKeySchema,
  outboxMessageSchema,
  outboxQuerySchema,
  sandboxRoundSchema,
  seedResultSchema,
  seedSchema,
} from "@/lib/sandbox/schema";
import { referenceParam } from "./shared-parameters";

const resetResultSchema = z
  .object({
    enrollments: z
      .int()
      .describe("How many enrollments went.")
      .meta({ examples: [12] }),
  })
  .meta({ id: "SandboxReset" });

const formSessionSchema = z
  .object({
    url: z
      .url()
      .describe("Opened once, within ten minutes, it puts the browser's pages into the sandbox for a day.")
      .meta({ examples: ["https://school.example/sandbox/9oV1kq3sN6tYw2Zx5cB8mR4pL7dF0hJ1aQ3eG6uI9yE"] }),
  })
  .meta({ id: "SandboxFormSession" });

const createdTestKeySchema = z
  .object({
    key: z
      .string()
      .describe("The key. It is not shown again.")
      .meta({ examples: ["mat_test_7tQ2mXc9RkV4nZb1LhY6pWs3DfG8jA5eU0iO0000"] }),
    expires_at: z.iso
      .datetime()
      .describe("Until when it works, UTC; its sandbox goes with it.")
      .meta({ examples: ["2026-11-21T10:30:00.000Z"] }),
  })
  .meta({ id: "MadeTestKey" });

const one = { tag: "Sandbox", sandbox: true, status: 200, answered: "What was asked for." } as const;

/** Only for test keys; 404 for live ones. */
export const sandboxContract = {
  resetSandbox: {
    ...one,
    method: "POST",
    path: "/api/v1/sandbox/reset",
    summary: "Empties the sandbox and sets its clock back. Takes no body.",
    answered: "Empty.",
    data: resetResultSchema,
  },
  seedSandbox: {
    ...one,
    method: "POST",
    path: "/api/v1/sandbox/seed",
    summary: "Makes enrollments in each state, the same for the same seed.",
    body: seedSchema,
    status: 201,
    answered: "Made; the messages about them are on their way to the outbox.",
    data: z.array(seedResultSchema),
    errors: ["duplicate", "transition_not_allowed"],
  },
  setSandboxClock: {
    ...one,
    method: "PUT",
    path: "/api/v1/sandbox/clock",
    summary: "Sets the day that it is in the sandbox; every answer says it in `Sandbox-Clock`.",
    body: clockSchema,
    answered: "Set.",
    data: clockSchema,
  },
  decideInSandbox: {
    ...one,
    method: "POST",
    path: "/api/v1/sandbox/enrollments/{reference}/decisions",
    summary: "Decides as the head of the school would, and tells the family at once.",
    params: z.object({ reference: referenceParam }),
    body: decisionSchema,
    answered: "Decided and told: the enrollment as the family knows it now.",
    data: notifiedEnrollmentSchema,
    errors: ["transition_not_allowed"],
  },
  drawInSandbox: {
    ...one,
    method: "POST",
    path: "/api/v1/sandbox/round",
    summary:
      "A whole round of admission with the sandbox's pending enrollments of a year: frozen, drawn, published and told at once.",
    body: sandboxRoundSchema,
    answered: "Drawn; the messages about it are on their way to the outbox.",
    data: drawnRoundSchema,
  },
  readSandboxOutbox: {
    ...one,
    method: "GET",
    path: "/api/v1/sandbox/outbox",
    summary: "What the sandbox has sent, the newest 50 first. None of it has gone to anybody.",
    query: outboxQuerySchema,
    data: z.array(outboxMessageSchema),
  },
  makeTestKey: {
    ...one,
    method: "POST",
    path: "/api/v1/sandbox/keys",
    summary:
      "Makes a test key below this one, with its scopes and a sandbox of its own, for a while: 16 at once, and none below those.",
    body: newTestKeySchema,
    status: 201,
    answered: "Made; the key is shown this once.",
    data: createdTestKeySchema,
    errors: ["limit_reached"],
  },
  openSandboxForm: {
    ...one,
    method: "POST",
    path: "/api/v1/sandbox/form_session",
    summary: "A link that puts a browser's form and account pages into the sandbox. Takes no body.",
    status: 201,
    answered: "Made; it can be opened once.",
    data: formSessionSchema,
  },
} as const satisfies Record<string, Endpoint>;

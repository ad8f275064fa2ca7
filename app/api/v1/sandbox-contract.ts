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
    enrollments: z.int().meta({ description: "Number of deleted enrollments.", examples: [12] }),
  })
  .meta({ id: "SandboxReset" });

const formSessionSchema = z
  .object({
    url: z.url().meta({
      description:
        "A one-time link, valid for ten minutes. It switches the browser that opens it to the sandbox for a day.",
      examples: ["https://school.example/sandbox/9oV1kq3sN6tYw2Zx5cB8mR4pL7dF0hJ1aQ3eG6uI9yE"],
    }),
  })
  .meta({ id: "SandboxFormSession" });

const createdTestKeySchema = z
  .object({
    key: z.string().meta({
      description: "The key; it cannot be read again.",
      examples: ["mat_test_7tQ2mXc9RkV4nZb1LhY6pWs3DfG8jA5eU0iO0000"],
    }),
    expires_at: z.iso.datetime().meta({
      description: "When the key expires (UTC). Its sandbox is deleted then.",
      examples: ["2026-11-21T10:30:00.000Z"],
    }),
  })
  .meta({ id: "MadeTestKey" });

const sandboxEndpoint = { tag: "Sandbox", sandbox: true, status: 200, description: "Success." } as const;

/** Only for test keys; 404 for live ones. */
export const sandboxContract = {
  resetSandbox: {
    ...sandboxEndpoint,
    method: "POST",
    path: "/api/v1/sandbox/reset",
    summary: "Deletes everything in the sandbox and resets its clock. Takes no body.",
    description: "The sandbox is empty.",
    data: resetResultSchema,
  },
  seedSandbox: {
    ...sandboxEndpoint,
    method: "POST",
    path: "/api/v1/sandbox/seed",
    summary: "Creates enrollments in every state; the same seed creates the same ones.",
    body: seedSchema,
    bodyOptional: true,
    status: 201,
    description: "The enrollments are created. Their messages reach the outbox shortly after.",
    data: z.array(seedResultSchema),
    errors: ["duplicate", "transition_not_allowed"],
  },
  setSandboxClock: {
    ...sandboxEndpoint,
    method: "PUT",
    path: "/api/v1/sandbox/clock",
    summary: "Sets the sandbox's current date, which every response carries in the header `Sandbox-Clock`.",
    body: clockSchema,
    description: "The date is set.",
    data: clockSchema,
  },
  decideInSandbox: {
    ...sandboxEndpoint,
    method: "POST",
    path: "/api/v1/sandbox/enrollments/{reference}/decisions",
    summary: "Decides on an enrollment as the school would, and notifies the family at once.",
    params: z.object({ reference: referenceParam }),
    body: decisionSchema,
    description: "The enrollment after the decision and its notification.",
    data: notifiedEnrollmentSchema,
    errors: ["transition_not_allowed"],
  },
  drawInSandbox: {
    ...sandboxEndpoint,
    method: "POST",
    path: "/api/v1/sandbox/round",
    summary:
      "Runs a complete admission round with the sandbox's pending enrollments of a school year: freezes the list, draws, assigns the places, publishes the result and notifies the families.",
    body: sandboxRoundSchema,
    description: "The round is finished. Its messages reach the outbox shortly after.",
    data: drawnRoundSchema,
  },
  readSandboxOutbox: {
    ...sandboxEndpoint,
    method: "GET",
    path: "/api/v1/sandbox/outbox",
    summary: "The latest 50 messages of the sandbox, newest first. None of them was really sent.",
    query: outboxQuerySchema,
    data: z.array(outboxMessageSchema),
  },
  makeTestKey: {
    ...sandboxEndpoint,
    method: "POST",
    path: "/api/v1/sandbox/keys",
    summary:
      "Creates a temporary test key with the scopes of this one and its own sandbox. At most 16 exist at once; they cannot create further keys.",
    body: newTestKeySchema,
    bodyOptional: true,
    status: 201,
    description: "The test key is created. The key cannot be read again.",
    data: createdTestKeySchema,
    errors: ["limit_reached", "insufficient_scope"],
  },
  openSandboxForm: {
    ...sandboxEndpoint,
    method: "POST",
    path: "/api/v1/sandbox/form_session",
    summary: "Creates a link that switches a browser's form and account pages to the sandbox. Takes no body.",
    status: 201,
    description: "The link is created. It works once.",
    data: formSessionSchema,
  },
} as const satisfies Record<string, Endpoint>;

import type { z } from "zod";
import type { ErrorCode, FieldCode } from "@/lib/platform/errors";
import type { responseHeaders } from "./openapi-responses";
import type { Scope } from "./scopes";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One endpoint, whole: types its handler, is found by it, parses, is documented and tested by it. */
export type Endpoint = {
  method: Method;
  /** From the root; `{name}` stands for a parameter. */
  path: string;
  /** What the key must be allowed to do; without one any key will do. */
  scope?: Scope;
  /** Is there for test keys alone; of any other it is not found. */
  sandbox?: true;
  /** Asks for no key at all; such endpoints are not documented. */
  open?: true;
  tag: EndpointTag;
  summary: string;
  /** The parameters of the path; what does not fit them is not found. */
  params?: z.ZodObject;
  /** The members of a GET's JSON body, or of its query string; of another method of the query string alone. */
  query?: z.ZodObject;
  /** Documents the JSON body; the domain checks it together with its rules. Without one none is read. */
  body?: z.core.$ZodObject;
  /** The codes with which each member of the body can be refused. */
  codes?: Record<string, readonly FieldCode[]>;
  /** What the body's example says otherwise than its fields' own examples. */
  bodyExample?: Record<string, unknown>;
  /** Takes an `Idempotency-Key`. */
  idempotent?: true;
  /** Carries a strong `ETag` and may be kept and asked about again; what is not is never stored. */
  cached?: true;
  status: 200 | 201;
  /** What the status means here. */
  answered: string;
  /** The envelope's `data`; an example of it is put together from its fields' unless one is given. */
  data: z.ZodType;
  /** The answer carries `next` beside its data: null at the end, or never so, where more may always come. */
  pagination?: "until_its_end" | "without_end";
  example?: unknown;
  /** What is sent to whoever asked for it here: each webhook's body by its type. */
  webhooks?: Record<string, z.ZodObject>;
  /** Headers of the answer, beyond those that the row implies. */
  headers?: (keyof typeof responseHeaders)[];
  /** Refusals, beyond those that the row implies. */
  errors?: ErrorCode[];
};

export const endpointTags = {
  "Academic catalogue": "What can be studied, and when.",
  "General reference": "Values that an enrollment may name.",
  Enrollment: "Requests for a place.",
  Events: "What has happened since.",
  Webhooks: "Where it is told to your own server.",
  Sandbox: "A test key's own world, to try things in. Of a live key it is not found.",
} as const;

export type EndpointTag = keyof typeof endpointTags;

/** What an endpoint can be refused with, from its row; the connection itself may add `bad_request`. */
export function listErrorCodes(endpoint: Endpoint): ErrorCode[] {
  const { method, params, query, body, idempotent, scope, sandbox, errors = [] } = endpoint;
  const read = method === "GET" ? {} : body; // every GET may have a body (section 4)
  return [
    "missing_api_key",
    "invalid_api_key",
    ...when(scope, "insufficient_scope"),
    "rate_limited",
    ...when(read, "invalid_json", "payload_too_large", "unsupported_media_type"),
    "bad_request",
    "internal_error",
    "unavailable",
    ...(method === "GET" ? [] : (["outcome_unknown"] as const)),
    ...when(params ?? sandbox, "not_found"),
    ...when(query, "ambiguous_parameter"),
    ...when(query ?? body, "validation_failed"),
    ...when(idempotent, "invalid_idempotency_key", "idempotency_in_progress", "idempotency_key_reused"),
    ...errors,
  ];
}

const when = (column: unknown, ...codes: ErrorCode[]) => (column === undefined ? [] : codes);

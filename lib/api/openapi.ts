import { z } from "zod";
import { Representation } from "@/lib/platform/representation";
import { memoize, singleton } from "@/lib/platform/singleton";
import { getPublicUrl } from "@/lib/school/settings";
import { createResponses, type Endpoint, endpointTags, responseHeaders } from "./endpoint";
import {
  createErrorSchema,
  createExample,
  type DocumentBuild,
  type JsonSchema,
  type SchoolDocument,
  toJsonSchema,
} from "./openapi-schemas";

/** Headers of several endpoints, and of webhooks. */
const sharedParameters = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "1 to 255 printable ASCII characters of your choice. For 24 hours, the same request with the same key gets the response of the first one.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
    example: "b3f1c2f0-6f3a-4b7e-9a51-0c0c6f1d2e3f",
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The `ETag` of your copy; the response is 304 while it is current.",
    schema: { type: "string" },
    example: '"x1Zq3mB7Gd0pYw5rTn8cVk2LhJs"',
  },
  AcceptLanguage: {
    name: "Accept-Language",
    in: "header",
    description: "The language of error messages and of the e-mails about an enrollment: es, ca or en.",
    schema: { type: "string" },
    example: "es",
  },
  WebhookId: createWebhookHeader(
    "id",
    "The event's `id`, the same in every attempt. Ignore an event that you already processed.",
    "evt_x1Zq3mB7Gd0pYw5rTn8cVk",
  ),
  WebhookTimestamp: createWebhookHeader(
    "timestamp",
    "When this attempt was made, in seconds since 1970-01-01 UTC.",
    "1795253400",
  ),
  WebhookSignature: createWebhookHeader(
    "signature",
    "A signature for each valid secret, separated by spaces.",
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  ),
};

type Contract = Record<string, Endpoint>;

/** The default settings, without examples of a school. */
const ANY_SCHOOL: SchoolDocument = { settings: {}, examples: {} };

/** The OpenAPI 3.1 document of a contract, with a school's settings and examples. */
export const createOpenApiDocument = (contract: Contract, school = ANY_SCHOOL) =>
  getCachedDocument(contract, school).document;

/** The document as it is served. */
export const getOpenApiRepresentation = (contract: Contract, school: SchoolDocument): Representation =>
  getCachedDocument(contract, school).representation;

const refParameter = (name: keyof typeof sharedParameters) => ({ $ref: `#/components/parameters/${name}` });

/** The webhooks by type (integrators 4). */
function createWebhooks(contract: Record<string, Endpoint>, build: DocumentBuild) {
  const bodies = Object.values(contract).flatMap(({ webhooks = {} }) => Object.entries(webhooks));
  return Object.fromEntries(bodies.map(([type, body]) => [type, { post: createWebhook(type, body, build) }]));
}

function createWebhook(type: string, body: z.ZodObject, build: DocumentBuild) {
  const schema = toJsonSchema(body, "output", build);
  return {
    operationId: `on ${type}`.replaceAll(/\W(\w)/g, (_, letter) => letter.toUpperCase()),
    summary: `The webhook \`${type}\`.`,
    description:
      "Sent to your endpoint, signed as in the Standard Webhooks specification, and repeated until the response is 2xx.",
    tags: ["Webhooks"],
    security: [],
    parameters: [
      refParameter("WebhookId"),
      refParameter("WebhookTimestamp"),
      refParameter("WebhookSignature"),
    ],
    requestBody: {
      required: true,
      content: { "application/json": { schema, example: createExample(schema, build) } },
    },
    responses: {
      "2XX": { description: "Received. Respond within 15 seconds and process the event afterwards." },
      410: { description: "Gone: the endpoint is disabled." },
    },
  };
}

/** Cached, because a school's settings rarely change. */
function getCachedDocument(contract: Contract, school: SchoolDocument) {
  const getDocument = singleton("openapi", () =>
    memoize(4, (text) => {
      const document = createDocument(contract, JSON.parse(text).school);
      return { document, representation: new Representation(document, { isPublic: true }) };
    }),
  );
  return getDocument(JSON.stringify({ url: getPublicUrl(), school }));
}

function createDocument(contract: Contract, school: SchoolDocument) {
  const build: DocumentBuild = { ...school, schemas: {}, errors: { responses: {}, examples: {} } };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(contract)) {
    const { path, method } = endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: createOperation(name, endpoint, build) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Matrícula: enrollment and academic catalogue",
      version: "1.0.0",
      summary: "The catalogue and enrollments of a music school.",
      description: INTRODUCTION,
      contact: { name: "The school's office", url: `${getPublicUrl()}/contact` },
      license: { name: "UNLICENSED", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: getPublicUrl() }],
    externalDocs: { description: "Quick start and guides", url: `${getPublicUrl()}/docs` },
    tags: Object.entries(endpointTags).map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }],
    paths,
    webhooks: createWebhooks(contract, build),
    components: {
      schemas: { ...build.schemas, Error: createErrorSchema() },
      ...build.errors,
      parameters: sharedParameters,
      headers: responseHeaders,
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "An API key, `mat_live_…` or `mat_test_…`, in `Authorization: Bearer <key>`.",
        },
      },
    },
  };
}

const INTRODUCTION = `Every path needs an API key. Success is \`{"status":"success","data":…}\`, failure \`{"status":"error","error":{…}}\`.

**Parameters of a GET** are the members of a JSON object in the body of the request: \`curl -X GET -d '{"school_year_id":26}' …\`. Many clients cannot send such a body, so the same members also work as query parameters: send one of the two. Different values in both are refused.

**Responses can grow.** Within v1 a response can get new members, and a state or code can get new values. Ignore what your client does not know.

Also: **HEAD** wherever GET works, **If-None-Match** on every read of the catalogue, **Idempotency-Key** on every POST except in the sandbox. Unknown members of a request are ignored. Messages are in Spanish, Catalan or English, by \`Accept-Language\`.`;

function createOperation(name: string, endpoint: Endpoint, build: DocumentBuild) {
  const { summary, scope, sandbox, query, tag, idempotent, cached } = endpoint;
  const data = toJsonSchema(endpoint.data, "output", build);
  const success = toJsonSchema(envelopes[endpoint.pagination ?? "whole"], "output", build);
  const example = {
    ...(createExample(success, build) as object),
    data: endpoint.example ?? createExample(data, build),
  };
  const notes = [
    scope
      ? `Needs the scope \`${scope}\`.`
      : sandbox
        ? "Needs a test key, with any scope."
        : "Needs a key, with any scope.",
    ...(query && endpoint.method === "GET"
      ? [`${listMembers(query)} is read from the JSON body of the request or from the query string.`]
      : []),
  ];
  return {
    operationId: name,
    summary,
    description: notes.join(" "),
    tags: [tag],
    parameters: [
      ...createParameters("path", endpoint.params, build),
      ...createParameters("query", hasBodyAlternative(endpoint) ? query?.partial() : query, build),
      ...(idempotent ? [refParameter("IdempotencyKey")] : []),
      ...(cached ? [refParameter("IfNoneMatch")] : []),
      refParameter("AcceptLanguage"),
    ],
    ...(endpoint.body && { requestBody: createRequestBody(endpoint.body, endpoint, build) }),
    ...(hasBodyAlternative(endpoint) && { requestBody: createBodyAlternative(endpoint, build) }),
    responses: createResponses(endpoint, wrapInEnvelope(success, data), example, build),
  };
}

const next = z
  .string()
  .meta({ description: "The `after` of the next request.", examples: ["evt_x1Zq3mB7Gd0pYw5rTn8cVk"] });
const envelope = z.object({ status: z.literal("success") });

/** The members beside `data` (section 1). */
const envelopes = {
  whole: envelope,
  until_its_end: envelope.extend({
    next: next
      .nullable()
      .meta({ description: "The `after` of the next page; null on the last one.", examples: [null] }),
  }),
  without_end: envelope.extend({ next }),
};

const listMembers = ({ shape }: z.ZodObject) =>
  Object.keys(shape)
    .map((name) => `\`${name}\``)
    .join(", ");

/** Adds `data` to an envelope (section 1). */
function wrapInEnvelope(success: JsonSchema, data: JsonSchema): JsonSchema {
  return {
    ...success,
    properties: { ...(success.properties as object), data },
    required: [...(success.required as string[]), "data"],
  };
}

function createRequestBody(body: z.core.$ZodType, endpoint: Endpoint, build: DocumentBuild) {
  const schema = toJsonSchema(body, "input", build);
  if (endpoint.codes) addCodes(schema, endpoint.codes, build);
  const example = { ...(createExample(schema, build) as object), ...endpoint.bodyExample };
  return {
    required: !endpoint.bodyOptional,
    description: "A JSON object of 64 KiB at most.",
    content: { "application/json": { schema, example } },
  };
}

/** Adds the possible error codes to each member of a named schema. */
function addCodes({ $ref }: JsonSchema, codes: NonNullable<Endpoint["codes"]>, { schemas }: DocumentBuild) {
  const { properties } = schemas[String($ref).split("/").at(-1) as string] as {
    properties: DocumentBuild["schemas"];
  };
  for (const [name, member] of Object.entries(properties)) member["x-error-codes"] = codes[name];
}

/** Section 4: the required parameters of a GET are in its body; the query string is an alternative. */
const hasBodyAlternative = ({ method, query }: Endpoint) =>
  method === "GET" && Object.values(query?.shape ?? {}).some((member) => !(member as z.ZodType).isOptional());

function createBodyAlternative({ query }: Endpoint, build: DocumentBuild) {
  const schema = toJsonSchema(query as z.ZodObject, "input", build);
  return {
    required: false,
    description: "The body of a GET. Clients that cannot send one use the query string instead.",
    content: { "application/json": { schema, example: createExample(schema, build) } },
  };
}

function createParameters(location: "path" | "query", object: z.ZodObject | undefined, build: DocumentBuild) {
  return Object.entries(object?.shape ?? {}).map(([name, member]) => {
    const { description, examples, ...schema } = toJsonSchema(member as z.ZodType, "input", build);
    const required = !(member as z.ZodType).isOptional();
    const example = build.examples[name] ?? (examples as unknown[])?.[0];
    return { name, in: location, required, description, schema, example };
  });
}

function createWebhookHeader(name: string, description: string, example: string) {
  const schema = { type: "string" };
  return { name: `webhook-${name}`, in: "header", required: true, description, schema, example };
}

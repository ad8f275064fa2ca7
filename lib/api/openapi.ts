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
  type Schemas,
  type SchoolDocument,
  sharedParameters,
  toJsonSchema,
} from "./openapi-schemas";

type Contract = Record<string, Endpoint>;

/** The default settings, without examples of a school. */
const ANY_SCHOOL: SchoolDocument = { settings: {}, examples: {} };

/** The OpenAPI 3.1 document of a contract, with a school's settings and examples. */
export const createOpenApiDocument = (contract: Contract, school = ANY_SCHOOL) =>
  getCachedDocument(contract, school).document;

/** The document as it is served. */
export const getOpenApiRepresentation = (contract: Contract, school: SchoolDocument): Representation =>
  getCachedDocument(contract, school).served;

const refParameter = (name: keyof typeof sharedParameters) => ({ $ref: `#/components/parameters/${name}` });

/** The webhooks by type (integrators 4). */
function createWebhooks(contract: Record<string, Endpoint>, building: DocumentBuild) {
  const all = Object.values(contract).flatMap(({ webhooks = {} }) => Object.entries(webhooks));
  return Object.fromEntries(all.map(([type, body]) => [type, { post: webhook(type, body, building) }]));
}

function webhook(type: string, body: z.ZodObject, building: DocumentBuild) {
  const schema = toJsonSchema(body, "output", building);
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
      content: { "application/json": { schema, example: createExample(schema, building) } },
    },
    responses: {
      "2XX": { description: "Received. Respond within 15 seconds and process the event afterwards." },
      410: { description: "Gone: the endpoint is disabled." },
    },
  };
}

/** Cached, because a school's settings rarely change. */
function getCachedDocument(contract: Contract, school: SchoolDocument) {
  const known = singleton("openapi", () =>
    memoize(4, (text) => {
      const document = build(contract, JSON.parse(text).school);
      return { document, served: new Representation(document, { isPublic: true }) };
    }),
  );
  return known(JSON.stringify({ url: getPublicUrl(), school }));
}

function build(contract: Contract, school: SchoolDocument) {
  const building: DocumentBuild = { ...school, schemas: {}, refusals: { responses: {}, examples: {} } };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(contract)) {
    const { path, method } = endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, endpoint, building) };
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
    webhooks: createWebhooks(contract, building),
    components: {
      schemas: { ...building.schemas, Error: createErrorSchema() },
      ...building.refusals,
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

function operation(name: string, endpoint: Endpoint, building: DocumentBuild) {
  const { summary, scope, sandbox, query, tag, idempotent, cached } = endpoint;
  const data = toJsonSchema(endpoint.data, "output", building);
  const success = toJsonSchema(envelopes[endpoint.pagination ?? "whole"], "output", building);
  const example = {
    ...(createExample(success, building) as object),
    data: endpoint.example ?? createExample(data, building),
  };
  const notes = [
    scope
      ? `Needs the scope \`${scope}\`.`
      : sandbox
        ? "Needs a test key, with any scope."
        : "Needs a key, with any scope.",
    ...(query && endpoint.method === "GET"
      ? [`${membersOf(query)} is read from the JSON body of the request or from the query string.`]
      : []),
  ];
  return {
    operationId: name,
    summary,
    description: notes.join(" "),
    tags: [tag],
    parameters: [
      ...parametersOf("path", endpoint.params, building),
      ...parametersOf("query", hasBodyAlternative(endpoint) ? query?.partial() : query, building),
      ...(idempotent ? [refParameter("IdempotencyKey")] : []),
      ...(cached ? [refParameter("IfNoneMatch")] : []),
      refParameter("AcceptLanguage"),
    ],
    ...(endpoint.body && { requestBody: requestBody(endpoint.body, endpoint, building) }),
    ...(hasBodyAlternative(endpoint) && { requestBody: createBodyAlternative(endpoint, building) }),
    responses: createResponses(endpoint, wrapInEnvelope(success, data), example, building),
  };
}

const next = z.string().meta({ description: "The `after` of the next request.", examples: ["41"] });
const whole = z.object({ status: z.literal("success") });

/** The members beside `data` (section 1). */
const envelopes = {
  whole,
  until_its_end: whole.extend({
    next: next
      .nullable()
      .meta({ description: "The `after` of the next page; null on the last one.", examples: [null] }),
  }),
  without_end: whole.extend({ next }),
};

const membersOf = ({ shape }: z.ZodObject) =>
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

function requestBody(body: z.core.$ZodType, { bodyExample, codes }: Endpoint, building: DocumentBuild) {
  const schema = toJsonSchema(body, "input", building);
  if (codes) withCodes(schema, codes, building);
  const example = { ...(createExample(schema, building) as object), ...bodyExample };
  return {
    required: true,
    description: "A JSON object of 64 KiB at most.",
    content: { "application/json": { schema, example } },
  };
}

/** Adds the possible error codes to each member of a named schema. */
function withCodes({ $ref }: JsonSchema, codes: NonNullable<Endpoint["codes"]>, { schemas }: DocumentBuild) {
  const { properties } = schemas[String($ref).split("/").at(-1) as string] as { properties: Schemas };
  for (const [name, member] of Object.entries(properties)) member["x-error-codes"] = codes[name];
}

/** Section 4: the required parameters of a GET are in its body; the query string is an alternative. */
const hasBodyAlternative = ({ method, query }: Endpoint) =>
  method === "GET" && Object.values(query?.shape ?? {}).some((member) => !(member as z.ZodType).isOptional());

function createBodyAlternative({ query }: Endpoint, building: DocumentBuild) {
  const schema = toJsonSchema(query as z.ZodObject, "input", building);
  return {
    required: false,
    description: "The body of a GET. Clients that cannot send one use the query string instead.",
    content: { "application/json": { schema, example: createExample(schema, building) } },
  };
}

function parametersOf(place: "path" | "query", of: z.ZodObject | undefined, building: DocumentBuild) {
  return Object.entries(of?.shape ?? {}).map(([name, member]) => {
    const { description, examples, ...schema } = toJsonSchema(member as z.ZodType, "input", building);
    const required = !(member as z.ZodType).isOptional();
    const example = building.examples[name] ?? (examples as unknown[])?.[0];
    return { name, in: place, required, description, schema, example };
  });
}

import { z } from "zod";
import { fieldCodes, statusOf } from "@/lib/errors";
import { publicUrl } from "@/lib/school/settings";
import { singleton } from "@/lib/singleton";
import { contract, type Endpoint, extensions } from "./contract";
import { responseHeaders, responsesOf } from "./openapi-responses";

/** The OpenAPI 3.1 document, from the contract that types the handlers. */
export function openApiDocument() {
  return singleton(`openapi ${publicUrl()}`, build);
}

type JsonSchema = Record<string, unknown>;
type Schemas = Record<string, JsonSchema>;

function build() {
  const schemas: Schemas = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries({ ...contract, ...extensions })) {
    paths[endpoint.path] = { [endpoint.method.toLowerCase()]: operation(name, endpoint, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Matrícula: enrollment and academic catalogue",
      version: "1.0.0",
      summary: "A music school's catalogue and its enrollments.",
      description: INTRODUCTION,
      license: { name: "UNLICENSED", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: publicUrl() }],
    externalDocs: { description: "Quick start and guides", url: `${publicUrl()}/docs` },
    tags: [
      { name: "Academic catalogue", description: "What can be studied, and when." },
      { name: "General reference", description: "Values that an enrollment may name." },
      { name: "Enrollment", description: "Requests for a place." },
    ],
    security: [{ apiKey: [] }],
    paths,
    components: {
      schemas: { ...schemas, Error: errorSchema() },
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

**Parameters of a GET** are the members of a JSON object in the body of the request: \`curl -X GET -d '{"school_year_id":2026}' …\`. OpenAPI cannot describe such a body, and many clients cannot send one, so the same members are documented here as query parameters, which work just as well. Sending both with different values is refused.

Also: **HEAD** wherever GET works, **If-None-Match** on every read of the catalogue, **Idempotency-Key** on every POST. Unknown members are ignored. Messages are in Spanish, Catalan or English, by \`Accept-Language\`.`;

function operation(name: string, endpoint: Endpoint, schemas: Schemas) {
  const isPost = endpoint.method === "POST";
  const parameters = [
    ...pathParameters(endpoint.path),
    ...queryParameters(endpoint, schemas),
    ...(isPost ? [IDEMPOTENCY_KEY] : []),
    ...(endpoint.path.includes("{") || isPost ? [] : [IF_NONE_MATCH]),
    ACCEPT_LANGUAGE,
  ];
  const success = { status: z.literal("success"), data: endpoint.data };
  return {
    operationId: name,
    summary: endpoint.summary,
    description: `Needs the scope \`${endpoint.scope}\`.${endpoint.query ? " `school_year_id` is read from the JSON body of the request or from the query string." : ""}`,
    tags: [tagOf(endpoint)],
    parameters,
    ...(endpoint.body && {
      requestBody: {
        required: true,
        description: "A JSON object of 64 KiB at most.",
        content: { "application/json": { schema: schemaOf(endpoint.body, "input", schemas) } },
      },
    }),
    responses: responsesOf(endpoint, schemaOf(z.object(success), "output", schemas)),
  };
}

function tagOf({ method, path }: Endpoint): string {
  if (method === "POST" || path.includes("enrollments")) return "Enrollment";
  return path.includes("/general/") ? "General reference" : "Academic catalogue";
}

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    description: "The reference that the 201 carried in `Enrollment-Reference`.",
    schema: { type: "string" },
    example: "K7M3XQ9A",
  }));
}

function queryParameters({ query }: Endpoint, schemas: Schemas) {
  if (!query) return [];
  return Object.entries(query.shape).map(([name, schema]) => {
    const {
      description,
      examples: [example] = [],
      ...rest
    } = schemaOf(schema as z.ZodType, "input", schemas) as {
      description?: string;
      examples?: unknown[];
    };
    return { name, in: "query", required: true, description, schema: rest, example };
  });
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "1 to 255 printable ASCII characters of your choice. The same request under the same key is answered with the first 201, for 24 hours.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: "b3f1c2f0-6f3a-4b7e-9a51-0c0c6f1d2e3f",
};

const IF_NONE_MATCH = {
  name: "If-None-Match",
  in: "header",
  description: "The `ETag` of the answer that you hold; 304 when it is still right.",
  schema: { type: "string" },
  example: '"x1Zq3mB7Gd0pYw5rTn8cVk2LhJs"',
};

const ACCEPT_LANGUAGE = {
  name: "Accept-Language",
  in: "header",
  description: "The language of error messages, and of the e-mails to an enrollment's people: es, ca or en.",
  schema: { type: "string" },
  example: "es",
};

/** A zod schema as JSON Schema; what has a name of its own goes into `schemas` and is referred to. */
function schemaOf(schema: z.core.$ZodType, io: "input" | "output", schemas: Schemas): JsonSchema {
  const { $schema, $defs, ...root } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: tidy });
  const named = JSON.parse(
    JSON.stringify({ root, $defs: $defs ?? {} }).replaceAll("#/$defs/", "#/components/schemas/"),
  );
  for (const [name, definition] of Object.entries<JsonSchema>(named.$defs)) {
    const { id, ...rest } = definition;
    schemas[name] = io === "input" ? withNulls(rest) : rest;
  }
  return named.root;
}

/** JavaScript's own bounds of an integer say nothing about ours; zod drops the examples of what it transforms. */
function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }) {
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (examples) jsonSchema.examples = examples;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** An optional field may be null or blank, whatever its type: both count as absent. */
function withNulls(body: JsonSchema): JsonSchema {
  const required = new Set(body.required as string[]);
  const properties = Object.entries(body.properties as Schemas).map(([name, property]) => {
    if (required.has(name)) return [name, property];
    const { description, examples, ...value } = property;
    return [name, { description, examples, anyOf: [value, { type: "null" }, { const: "" }] }];
  });
  return { ...body, properties: Object.fromEntries(properties) };
}

function errorSchema() {
  const code = {
    type: "string",
    enum: Object.keys(statusOf),
    description: "What went wrong; branch on this, not on the words.",
  };
  return {
    type: "object",
    required: ["status", "error"],
    properties: {
      status: { const: "error" },
      error: {
        type: "object",
        required: ["code", "message", "request_id", "doc_url"],
        properties: {
          code,
          message: { type: "string", description: "For people; in the language of `Accept-Language`." },
          request_id: {
            type: "string",
            description: "Also in `X-Request-Id`. Quote it when you report something.",
          },
          doc_url: { type: "string", format: "uri", description: "What to do about it." },
          errors: {
            type: "array",
            items: fieldErrorSchema(),
            description: "Every field that was refused, in the order of the schema.",
          },
        },
      },
    },
  };
}

function fieldErrorSchema() {
  return {
    type: "object",
    required: ["field", "code", "message"],
    properties: {
      field: { type: "string" },
      code: { type: "string", enum: [...fieldCodes] },
      message: { type: "string" },
    },
  };
}

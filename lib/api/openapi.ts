import { z } from "zod";
import { Representation } from "@/lib/representation";
import { publicUrl } from "@/lib/school/settings";
import { singleton } from "@/lib/singleton";
import { type Endpoint, tags } from "./endpoint";
import { errorSchema } from "./openapi-errors";
import { exampleOf } from "./openapi-examples";
import { responseHeaders, responsesOf } from "./openapi-responses";
import { type JsonSchema, type Schemas, schemaOf } from "./openapi-schemas";

/** The OpenAPI 3.1 document of an API, from the rows that type its handlers. */
export function openApiDocument(contract: Record<string, Endpoint>) {
  return singleton(`openapi ${publicUrl()}`, () => build(contract));
}

/** The document as it is served. */
export function openApiRepresentation(contract: Record<string, Endpoint>): Representation {
  const served = () => new Representation(openApiDocument(contract), { open: true });
  return singleton(`openapi as served ${publicUrl()}`, served);
}

function build(contract: Record<string, Endpoint>) {
  const schemas: Schemas = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(contract)) {
    const { path, method } = endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, endpoint, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Matrícula: enrollment and academic catalogue",
      version: "1.0.0",
      summary: "A music school's catalogue and its enrollments.",
      description: INTRODUCTION,
      contact: { name: "The school's office", url: `${publicUrl()}/contact` },
      license: { name: "UNLICENSED", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: publicUrl() }],
    externalDocs: { description: "Quick start and guides", url: `${publicUrl()}/docs` },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
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

**Parameters of a GET** are the members of a JSON object in the body of the request: \`curl -X GET -d '{"school_year_id":2026}' …\`. Many clients cannot send such a body, so the same members stand here as query parameters too, which work just as well: send one of the two. Sending both with different values is refused.

**Answers grow.** Within v1 an answer may gain members, and a state or a code may gain values: what your client does not know, it should pass over.

Also: **HEAD** wherever GET works, **If-None-Match** on every read of the catalogue, **Idempotency-Key** on every POST that enrolls. Unknown members of a request are ignored. Messages are in Spanish, Catalan or English, by \`Accept-Language\`.`;

function operation(name: string, endpoint: Endpoint, schemas: Schemas) {
  const { summary, scope, query, body, tag, idempotent, cached } = endpoint;
  const data = schemaOf(endpoint.data, "output", schemas);
  const success = schemaOf(envelopes[endpoint.paged ?? "whole"], "output", schemas);
  const example = {
    ...(exampleOf(success, schemas) as object),
    data: endpoint.example ?? exampleOf(data, schemas),
  };
  const notes = [
    ...(scope ? [`Needs the scope \`${scope}\`.`] : []),
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
      ...parametersOf("path", endpoint.params, schemas),
      ...parametersOf("query", hasTwin(endpoint) ? query?.partial() : query, schemas),
      ...(idempotent ? [IDEMPOTENCY_KEY] : []),
      ...(cached ? [IF_NONE_MATCH] : []),
      ACCEPT_LANGUAGE,
    ],
    ...(body && { requestBody: requestBody(schemaOf(body, "input", schemas), schemas) }),
    ...(hasTwin(endpoint) && { requestBody: twinOf(endpoint, schemas) }),
    responses: responsesOf(endpoint, enveloped(success, data), example),
  };
}

const next = z
  .string()
  .describe("Where to go on: the `after` of the next request.")
  .meta({ examples: ["41"] });
const whole = z.object({ status: z.literal("success") });

/** What is around the data (section 1). */
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

/** The answer's envelope (section 1) around its data. */
function enveloped(success: JsonSchema, data: JsonSchema): JsonSchema {
  return {
    ...success,
    properties: { ...(success.properties as object), data },
    required: [...(success.required as string[]), "data"],
  };
}

function requestBody(schema: JsonSchema, schemas: Schemas) {
  const example = exampleOf(schema, schemas);
  return {
    required: true,
    description: "A JSON object of 64 KiB at most.",
    content: { "application/json": { schema, example } },
  };
}

/** Section 4: what a GET cannot do without stands in its body; the query string says the same, and either will do. */
const hasTwin = ({ method, query }: Endpoint) =>
  method === "GET" && Object.values(query?.shape ?? {}).some((member) => !(member as z.ZodType).isOptional());

function twinOf({ query }: Endpoint, schemas: Schemas) {
  const schema = schemaOf(query as z.ZodObject, "input", schemas);
  return {
    required: false,
    description: "As the interface has it. Who cannot send the body of a GET sends the query instead.",
    content: { "application/json": { schema, example: exampleOf(schema, schemas) } },
  };
}

function parametersOf(place: "path" | "query", of: z.ZodObject | undefined, schemas: Schemas) {
  return Object.entries(of?.shape ?? {}).map(([name, member]) => {
    const { description, examples, ...schema } = schemaOf(member as z.ZodType, "input", schemas);
    const required = !(member as z.ZodType).isOptional();
    return { name, in: place, required, description, schema, example: (examples as unknown[])?.[0] };
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

import { createConfig, lintFromString } from "@redocly/openapi-core";
import Ajv from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { contract } from "@/app/api/v1/contract";
import { eventTypes } from "@/lib/events/schema";
import { env } from "@/lib/platform/env";
import type { Endpoint } from "./endpoint";
import { createOpenApiDocument } from "./openapi";
import { resolveRef } from "./openapi-schemas";

test("OpenAPI: Redocly's linter finds no problem", async () => {
  const problems = await lintFromString({
    source: JSON.stringify(createOpenApiDocument(contract)),
    absoluteRef: "openapi.json",
    config: await createConfig({ extends: ["recommended"], rules: LOCAL }),
  });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

/** One rule of the linter does not allow a server on localhost. */
const LOCAL = { "no-server-example.com": "off" } as const;

test("OpenAPI: every endpoint is documented, every field has a description", () => {
  const { paths, components } = createOpenApiDocument(contract);
  expect(Object.keys(paths)).toEqual([...new Set(Object.values(contract).map(({ path }) => path))]);
  const schemas = components.schemas as Record<
    string,
    { properties?: Record<string, { description?: string }> }
  >;
  const undocumented = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).flatMap(([field, value]) =>
      name === "Error" || value.description || "properties" in value ? [] : [`${name}.${field}`],
    ),
  );
  expect(undocumented).toEqual([]);
});

test("OpenAPI: every member of an error is documented", () => {
  const { properties } = createOpenApiDocument(contract).components.schemas.Error.properties.error;
  const details = ["state", "allowed", "refusal", "parameter", "header"];
  expect(Object.keys(properties).sort()).toEqual(
    ["code", "message", "request_id", "doc_url", "errors", ...details].sort(),
  );
  expect(Object.keys(properties.errors.items.properties)).toEqual(["field", "code", "message", "pointer"]);
});

test("OpenAPI: every operation has a summary and a description", () => {
  const { paths, webhooks } = createOpenApiDocument(contract);
  const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap((item) =>
    Object.values(item),
  ) as { operationId: string; summary: string; description: string }[];
  const undocumented = operations.filter(
    ({ summary, description }) => !summary.trim() || !description.trim(),
  );
  expect(undocumented.map(({ operationId }) => operationId)).toEqual([]);
});

test("OpenAPI: the server's address is APP_URL", () => {
  const before = env.APP_URL;
  try {
    env.APP_URL = "https://matricula.escola.example/";
    expect(createOpenApiDocument(contract).servers).toEqual([{ url: "https://matricula.escola.example" }]);
  } finally {
    env.APP_URL = before;
  }
});

test("4: every number, text and list of a request is bounded", () => {
  const document = createOpenApiDocument(contract);
  const unbounded = inputSchemas(document).flatMap(([name, schema]) =>
    listUnbounded(document, schema).map((path) => `${name}${path}`),
  );
  expect(unbounded).toEqual([]);
});

type Bounded = Record<string, unknown> & {
  properties?: Record<string, Bounded>;
  items?: Bounded;
  anyOf?: Bounded[];
};

test.each(
  Object.entries<Endpoint>(contract).flatMap(([name, { body, bodyOptional = false }]) =>
    body ? [[name, bodyOptional, z.safeParse(body, {}).success]] : [],
  ),
)("the body of %s is optional only when it has no required member", (_, isOptional, acceptsEmpty) => {
  expect(isOptional).toBe(acceptsEmpty);
});

/** The schema of each parameter and each body, by its operation. */
function inputSchemas({ paths }: ReturnType<typeof createOpenApiDocument>): [string, Bounded][] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item)) as {
    operationId: string;
    parameters: { name?: string; schema: Bounded }[];
    requestBody?: { content: { "application/json": { schema: Bounded } } };
  }[];
  return operations.flatMap(({ operationId, parameters, requestBody }) => [
    ...parameters.flatMap(({ name, schema }): [string, Bounded][] =>
      name ? [[`${operationId} ${name}`, schema]] : [],
    ),
    ...(requestBody
      ? [[`${operationId} body`, requestBody.content["application/json"].schema] as [string, Bounded]]
      : []),
  ]);
}

/** Parts of a schema without a limit or a list of values. */
function listUnbounded(document: object, schemaOrRef: Bounded, path = ""): string[] {
  const schema = resolveRef<Bounded>(document, schemaOrRef as Bounded & { $ref: string });
  const has = (...names: string[]) => names.some((name) => schema[name] !== undefined);
  const isFormat = ["uuid", "date", "date-time"].includes(String(schema.format));
  const types = [schema.type].flat();
  const bounded = {
    string: has("maxLength", "enum", "const") || isFormat,
    integer: has("enum", "const") || has("minimum"), // JavaScript itself has the maximum
    number: has("minimum") && has("maximum"),
    array: has("maxItems"),
  };
  return [
    ...Object.entries(bounded).flatMap(([type, isBounded]) =>
      types.includes(type) && !isBounded ? [`${path} (${type})`] : [],
    ),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
      listUnbounded(document, member, `${path}.${name}`),
    ),
    ...(schema.items ? listUnbounded(document, schema.items, `${path}[]`) : []),
    ...(schema.anyOf ?? []).flatMap((variant) => listUnbounded(document, variant, path)),
  ];
}

test("2.3, 2.4: the document says that hours are per week, prices per student and school year", () => {
  const schemas = Object.values(createOpenApiDocument(contract).components.schemas as Record<string, Schema>);
  const texts = (name: string) =>
    [...new Set(schemas.map(({ properties }) => properties?.[name]?.description))].filter(Boolean);
  expect(texts("school_hours")).toEqual([
    "Hours of class per week, `HH:MM:SS`.",
    "Hours of class per week, `HH:MM`.",
  ]);
  expect(texts("price")).toEqual([
    "What a student pays for the subject, in euros: for the school year or, if the school charges monthly, for a month.",
  ]);
});

type Schema = { properties?: Record<string, { description?: string }> };

test("4.4 rule 9: a minor's e-mail is required in the document while the setting is off", () => {
  const readStudentEmail = (allow_minors_without_email: boolean, name: string) => {
    const school = { settings: { allow_minors_without_email }, examples: {} };
    const schemas = createOpenApiDocument(contract, school).components.schemas as Record<
      string,
      { required: string[]; properties: Record<string, unknown> }
    >;
    const { required = [], properties } = schemas[name] ?? {};
    return [required.includes("student_email"), properties?.student_email];
  };
  for (const name of ["MinorEnrollment", "SiblingEnrollment"]) {
    expect(readStudentEmail(false, name)).toEqual([
      true,
      expect.objectContaining({ format: "email", type: "string" }),
    ]);
    const optional = {
      anyOf: [expect.objectContaining({ format: "email" }), { type: "null" }, { const: "" }],
    };
    expect(readStudentEmail(true, name)).toEqual([false, expect.objectContaining(optional)]);
  }
  expect(readStudentEmail(true, "AdultEnrollment")[0]).toBe(true);
});

/** Every request, response and webhook with a body: its schema and its example. */
function bodies() {
  const { paths, webhooks, components } = createOpenApiDocument(contract);
  const items = [...Object.values(paths), ...Object.values(webhooks)];
  const operations = items.flatMap((item) => Object.values(item)) as {
    operationId: string;
    requestBody?: { content: { "application/json": { schema: object; example: unknown } } };
    responses: Record<string, { content?: { "application/json": { schema: object; example?: unknown } } }>;
  }[];
  const all = operations.flatMap(({ operationId, requestBody, responses }) => [
    ...(requestBody ? [[`${operationId} request`, requestBody.content["application/json"]] as const] : []),
    ...Object.entries(responses).flatMap(([status, { content }]) =>
      content && Number(status) < 300
        ? [[`${operationId} ${status}`, content["application/json"]] as const]
        : [],
    ),
  ]);
  return all.map(([name, { schema, example }]) => ({ name, schema: { ...schema, components }, example }));
}

test("OpenAPI: every request and response has an example that its schema allows", () => {
  const ajv = addFormats(new Ajv({ strict: false }));
  expect(bodies().length).toBeGreaterThan(12);
  for (const { name, schema, example } of bodies()) {
    const validate = ajv.compile(schema);
    expect([name, validate(example), validate.errors]).toEqual([name, true, null]);
  }
});

test.each([
  ["SandboxDecision", { state: "accepted", speciality_id: null, syllabus_id: "", reason: null, words: null }],
  ["SandboxSeed", { count: null, seed: null }],
  ["NewTestKey", { ttl: null }],
  ["NewSandboxRound", { school_year_id: 26, number: "1", places: null, criteria: null }],
  ["SandboxPlaces", { places: 1, speciality_id: null, syllabus_id: null }],
])("OpenAPI: optional members of %s can be null or blank, as the service accepts them", (name, body) => {
  const { components } = createOpenApiDocument(contract);
  const ajv = addFormats(new Ajv({ strict: false }));
  expect(ajv.compile({ $ref: `#/components/schemas/${name}`, components })(body)).toBe(true);
});

test("OpenAPI: each error and its example are defined once and referenced", () => {
  const { paths, components } = createOpenApiDocument(contract);
  const operations = Object.values(paths).flatMap((item) => Object.values(item)) as {
    responses: Record<string, { $ref?: string }>;
  }[];
  const errorRefs = operations.flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, { $ref }]) => (Number(status) >= 400 ? [$ref] : [])),
  );
  expect(errorRefs.length).toBeGreaterThan(100);
  const defined = Object.keys(components.responses).map((name) => `#/components/responses/${name}`);
  expect([...new Set(errorRefs)].sort()).toEqual(defined.sort());
  const texts = JSON.stringify(createOpenApiDocument(contract)).match(/"The API key is missing/g);
  expect(texts?.length ?? 0).toBeLessThan(2);
});

describe("integrators 18: the document has a schema for each webhook", () => {
  const ajv = addFormats(new Ajv({ strict: false }));
  const { components, webhooks } = createOpenApiDocument(contract);
  const allows = ajv.compile({ $ref: "#/components/schemas/Event", components });
  const delivery = (type: string, data: object) => ({
    id: "evt_x1Zq3mB7Gd0pYw5rTn8cVk",
    type,
    timestamp: "2026-11-21T09:30:00.000Z",
    data,
  });

  test("the ids in examples look like those of events", () => {
    const document = JSON.stringify(createOpenApiDocument(contract));
    const { WebhookId } = components.parameters as Record<string, { example?: string }>;
    expect(WebhookId?.example).toMatch(/^evt_[\w-]{22}$/);
    expect(document).not.toMatch(/after=\d|"41"/);
  });

  test("each event type has its webhook", () => {
    expect(Object.keys(webhooks)).toEqual([...eventTypes, "ping"]);
  });

  test.each([
    [
      "enrollment.accepted",
      { reference: "K7M3XQ9A", state: "accepted", version: 1 },
      { reference: "K7M3XQ9A" },
    ],
    ["enrollment.erased", { reference: "K7M3XQ9A" }, {}],
    [
      "mail.failed",
      {
        reference: "K7M3XQ9A",
        recipient: "student",
        state: "bounced",
        kind: "accepted",
        message_id: "5a1c7a52-7f0a-4a3e-9f2f-6f3b1d6f2f77",
      },
      { state: "bounced" },
    ],
  ])("%s requires its data, in a webhook and in the list of events", (type, data, incomplete) => {
    const delivered = ajv.compile({
      ...webhooks[type]?.post.requestBody.content["application/json"].schema,
      components,
    });
    const { id: _, ...body } = delivery(type, data);
    expect([delivered(body), delivered({ ...body, data: incomplete })]).toEqual([true, false]);
    expect([allows(delivery(type, data)), allows(delivery(type, incomplete))]).toEqual([true, false]);
  });

  test("allows a future type with any data", () => {
    expect(allows(delivery("enrollment.moved", { reference: "K7M3XQ9A", to: [1] }))).toBe(true);
  });
});

test("OpenAPI: responses may gain members, states and codes", () => {
  const ajv = addFormats(new Ajv({ strict: false }));
  const answer = bodies().find(({ name }) => name === "getEnrollment 200");
  const data = (answer?.example as { data: object } | undefined)?.data;
  const extended = {
    status: "success",
    data: { ...data, state: "a state of tomorrow", more: [1] },
    more: true,
  };
  expect(ajv.compile(answer?.schema ?? {})(extended)).toBe(true);
  const error = {
    code: "new",
    message: "",
    request_id: "1",
    doc_url: "http://x/y",
    errors: [{ field: "a", code: "new", message: "" }],
  };
  const schema = {
    $ref: "#/components/schemas/Error",
    components: createOpenApiDocument(contract).components,
  };
  expect(ajv.compile(schema)({ status: "error", error, more: 1 })).toBe(true);
});

test("OpenAPI: descriptions of an enrollment's fields match the interface", () => {
  const { AdultEnrollment, MinorEnrollment } = createOpenApiDocument(contract).components.schemas as Record<
    string,
    { required: string[]; properties: Record<string, unknown> }
  >;
  expect(AdultEnrollment?.required).toHaveLength(14);
  expect(Object.keys(AdultEnrollment?.properties ?? {})).toHaveLength(23);
  expect(MinorEnrollment?.required).toHaveLength(18);
  expect(Object.keys(MinorEnrollment?.properties ?? {})).toHaveLength(36);
  expect(AdultEnrollment?.properties.student_email).toMatchObject({ format: "email", maxLength: 254 });
  expect(AdultEnrollment?.properties.student_phone_country_code).toMatchObject({
    pattern: "^\\+[1-9]\\d{0,3}$",
  });
  expect(AdultEnrollment?.properties.enrollment_observations).toMatchObject({
    anyOf: [{ type: "string", maxLength: 4000 }, { type: "null" }, { const: "" }],
  });
  expect(AdultEnrollment?.properties.student_syllabi_option1).toMatchObject({
    anyOf: [{ type: "integer" }, { type: "null" }, { const: "" }],
  });
});

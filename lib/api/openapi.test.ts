import { createConfig, lintFromString } from "@redocly/openapi-core";
import Ajv from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { contract } from "@/app/api/v1/contract";
import { aSchool } from "@/test/school";
import { openApiDocument } from "./openapi";

test("OpenAPI: Redocly's linter finds nothing in the document", async () => {
  const problems = await lintFromString({
    source: JSON.stringify(openApiDocument(contract)),
    absoluteRef: "openapi.json",
    config: await createConfig({ extends: ["recommended"], rules: LOCAL }),
  });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

/** Of the linter's rules one does not fit a server on the reader's own machine. */
const LOCAL = { "no-server-example.com": "off" } as const;

test("OpenAPI: every endpoint, and every field with its meaning", () => {
  const { paths, components } = openApiDocument(contract);
  expect(Object.keys(paths)).toEqual([...new Set(Object.values(contract).map(({ path }) => path))]);
  const schemas = components.schemas as Record<
    string,
    { properties: Record<string, { description?: string }> }
  >;
  const silent = Object.entries(schemas).flatMap(([name, { properties }]) =>
    Object.entries(properties).flatMap(([field, value]) =>
      name === "Error" || value.description || "properties" in value ? [] : [`${name}.${field}`],
    ),
  );
  expect(silent).toEqual([]);
});

/** Every request and answer with a body: its schema and its example. */
function bodies() {
  const { paths, components } = openApiDocument(contract);
  const operations = Object.values(paths).flatMap((item) => Object.values(item)) as {
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

test("OpenAPI: every request and every answer has an example, which its schema allows", () => {
  const ajv = addFormats(new Ajv({ strict: false }));
  expect(bodies().length).toBeGreaterThan(12);
  for (const { name, schema, example } of bodies()) {
    const validate = ajv.compile(schema);
    expect([name, validate(example), validate.errors]).toEqual([name, true, null]);
  }
});

test("OpenAPI: answers may gain members, states and codes", () => {
  const ajv = addFormats(new Ajv({ strict: false }));
  const answer = bodies().find(({ name }) => name === "getEnrollment 200");
  const data = (answer?.example as { data: object } | undefined)?.data;
  const grown = { status: "success", data: { ...data, state: "a state of tomorrow", more: [1] }, more: true };
  expect(ajv.compile(answer?.schema ?? {})(grown)).toBe(true);
  const error = {
    code: "new",
    message: "",
    request_id: "1",
    doc_url: "http://x/y",
    errors: [{ field: "a", code: "new", message: "" }],
  };
  const schema = { $ref: "#/components/schemas/Error", components: openApiDocument(contract).components };
  expect(ajv.compile(schema)({ status: "error", error, more: 1 })).toBe(true);
});

test("OpenAPI: the examples of an enrollment's fields make an enrollment that is accepted", async () => {
  const { current } = await aSchool();
  const { createMinorEnrollment } = await import("@/lib/enrollment/create-enrollment");
  const { MinorEnrollment } = openApiDocument(contract).components.schemas as Record<
    string,
    { properties: Record<string, { examples?: unknown[] }> }
  >;
  const fields = Object.entries(MinorEnrollment?.properties ?? {});
  const body = Object.fromEntries(fields.map(([name, { examples }]) => [name, examples?.[0]]));
  expect(Object.values(body)).not.toContain(undefined);
  const ids = { school_year_id: current.id, student_experience_speciality: current.specialities[0] };
  for (const option of [1, 2, 3]) {
    Object.assign(ids, { [`student_speciality_option${option}`]: current.specialities[option] });
    Object.assign(ids, { [`student_syllabi_option${option}`]: current.syllabi[option] });
  }
  await createMinorEnrollment({ ...body, ...ids }, { source: "form", locale: "es" });
});

test("OpenAPI: an enrollment's fields say what the interface says", () => {
  const { AdultEnrollment, MinorEnrollment } = openApiDocument(contract).components.schemas as Record<
    string,
    { required: string[]; properties: Record<string, unknown> }
  >;
  expect(AdultEnrollment?.required).toHaveLength(14);
  expect(Object.keys(AdultEnrollment?.properties ?? {})).toHaveLength(23);
  expect(MinorEnrollment?.required).toHaveLength(17); // student_email depends on the school (4.4-9)
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

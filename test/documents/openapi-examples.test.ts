import Ajv from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import { writeSetting } from "@/lib/school/settings";
import { anAdult } from "../support/data/factories";
import { getSchoolYearIds } from "../support/data/school-years";
import { sendRequest } from "../support/http/http-client";
import { startDemoApi } from "../support/servers/api";

type Body = { content: { "application/json": { schema: object; example: Record<string, unknown> } } };
type Operation = {
  operationId: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean; example: unknown }[];
  requestBody?: Body;
  responses: Record<string, unknown>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { required: string[] }> };
};

const { api } = await startDemoApi();
let document: Document;
beforeAll(async () => {
  document = await fetchDocument();
});

const fetchDocument = async (): Promise<Document> =>
  JSON.parse((await sendRequest("GET", `${api.base}/api/openapi.json`)).text);

/** With the reference of an existing enrollment in place of the example's. */
async function post(operationId: string, reference?: string) {
  const [path, operation] = operations().find(([, known]) => known.operationId === operationId) ?? [];
  const { schema, example } = operation?.requestBody?.content["application/json"] ?? {};
  const validate = addFormats(new Ajv({ strict: false })).compile({
    ...schema,
    components: document.components,
  });
  expect([operationId, validate(example), validate.errors]).toEqual([operationId, true, null]);
  const body = { ...example, ...(reference && { reference }) };
  const answer = await api.post(String(path).replace("/api/v1/", ""), body);
  expect([operationId, answer.status, answer.text]).toEqual([operationId, 201, expect.anything()]);
  return String(answer.headers["enrollment-reference"]);
}

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item).map((operation) => [path, operation] as const),
  );

/** Of a live key; test keys: app/api/v1/sandbox/sandbox.test.ts. */
const examples = () =>
  operations().flatMap(([path, operation]) =>
    operation.requestBody && !operation.tags.includes("Sandbox") ? [{ path, operation }] : [],
  );

describe("integrators 6: the OpenAPI document", () => {
  test("has examples that can be posted", async () => {
    const adult = await post("createAdultEnrollment");
    const minor = await post("createMinorEnrollment");
    const sibling = await post("createSiblingEnrollment", minor);
    const previousEnrollment = await api.enrollAdult({
      ...anAdult(),
      school_year_id: getSchoolYearIds().next,
    });
    const returned = await post(
      "createReturningEnrollment",
      String(previousEnrollment.headers["enrollment-reference"]),
    );
    await post("makeWebhookEndpoint");
    expect(new Set([adult, minor, sibling, returned]).size).toBe(4);
    const posted = examples().filter(({ operation }) => "201" in operation.responses);
    expect(posted.map(({ operation }) => operation.operationId)).toEqual([
      "createAdultEnrollment",
      "createMinorEnrollment",
      "createSiblingEnrollment",
      "createReturningEnrollment",
      "makeWebhookEndpoint",
    ]);
  });

  test("has a body and an equivalent query for each GET that needs a school year", async () => {
    const reads = examples().filter(({ path, operation }) => document.paths[path]?.get === operation);
    expect(reads.map(({ path }) => path.split("/").at(-1))).toEqual([
      "specialities",
      "subjects",
      "syllabis",
      "rounds",
    ]);
    for (const { path, operation } of reads) {
      const body = operation.requestBody?.content["application/json"].example;
      expect(body).toEqual({ school_year_id: getSchoolYearIds().current });
      const query = operation.parameters.find((parameter) => parameter.in === "query");
      expect(query).toMatchObject({ required: false, example: body?.school_year_id });
      const endpointPath = path.replace("/api/v1/", "");
      const byBody = await api.get(endpointPath, { body });
      const byQuery = await api.get(`${endpointPath}?${query?.name}=${query?.example}`);
      expect([byBody.status, byBody.text]).toEqual([200, byQuery.text]);
      if (endpointPath !== "academic/rounds") expect(JSON.parse(byBody.text).data.length).toBeGreaterThan(5);
    }
  });

  test("requires a minor's e-mail depending on the setting, as the server does", async () => {
    const readRequiredFields = async () =>
      (await fetchDocument()).components.schemas.MinorEnrollment?.required;
    const withoutEmail = async () => {
      const { student_email: _, ...body } = minorExample();
      return (await api.enrollMinor({ ...body, guardian_email: "x@example.org", guardian_document: "X1" }))
        .status;
    };
    expect([(await readRequiredFields())?.includes("student_email"), await withoutEmail()]).toEqual([
      true,
      422,
    ]);
    await writeSetting("allow_minors_without_email", true);
    expect((await readRequiredFields())?.includes("student_email")).toBe(false);
    await writeSetting("allow_minors_without_email", false);
    expect((await readRequiredFields())?.includes("student_email")).toBe(true);
  });
});

const minorExample = () =>
  examples().find(({ operation }) => operation.operationId === "createMinorEnrollment")?.operation.requestBody
    ?.content["application/json"].example ?? {};

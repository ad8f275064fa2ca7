import Ajv, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { contract } from "@/app/api/v1/contract";
import { createOpenApiDocument } from "@/lib/api/openapi";
import { resolveRef } from "@/lib/api/openapi-schemas";
import type { HttpResponse } from "../http/http-client";

type Response = { content?: { "application/json": { examples?: object } }; headers?: object };
type Members = Record<string, { "x-error-codes"?: string[] }>;
type Body = { content: { "application/json": { schema: { $ref?: string } } } };
type Operation = { responses: Record<string, Response>; requestBody?: Body };

/** Schemas are validated by their own test, because compiling strictly takes four times as long. */
const OPTIONS = { strict: false, meta: false, validateSchema: false };

const operations = new Map<string, Operation>();
const validators = new Map<string, ValidateFunction>();

/**
 * Validates a response against the OpenAPI document: status, body, error codes and headers. Ignores
 * undocumented operations.
 * @param path with query
 */
export function expectMatchesOpenApi(method: string, path: string, answer: HttpResponse) {
  const operation = findOperation(method, path);
  if (!operation) return;
  const context = `${method} ${path} ${answer.status}`;
  const response = findResponse(operation, answer.status);
  if (!response) throw new Error(`${context} is not documented`);

  for (const name of [
    "x-request-id",
    "retry-after",
    "etag",
    "enrollment-reference",
    "idempotency-replayed",
    "link",
  ]) {
    const documented = Object.keys(response.headers ?? {}).some((header) => header.toLowerCase() === name);
    if (name in answer.headers && !documented) throw new Error(`${context}: ${name} is not documented`);
  }
  if (answer.text === "" || method === "HEAD") return;
  const validate = getValidator(context.replace(/\?.* /, " "), operation, answer.status);
  if (!validate(JSON.parse(answer.text))) throw new Error(`${context}: ${JSON.stringify(validate.errors)}`);
  const codes = Object.keys(response.content?.["application/json"].examples ?? {});
  if (answer.error && !codes.includes(answer.error.code))
    throw new Error(`${context}: ${answer.error.code} is not documented`);
  expectFieldCodes(context, operation, answer);
}

/** Error codes of a field must be documented for it. */
function expectFieldCodes(context: string, { requestBody }: Operation, answer: HttpResponse) {
  const name = requestBody?.content["application/json"].schema.$ref?.split("/").at(-1);
  const schemas = createOpenApiDocument(contract).components.schemas as Record<
    string,
    { properties?: Members }
  >;
  const members = name ? schemas[name]?.properties : undefined;
  for (const { field, code } of answer.error?.errors ?? []) {
    const codes = members?.[field]?.["x-error-codes"];
    if (codes && !codes.includes(code)) throw new Error(`${context}: ${field} ${code} is not documented`);
  }
}

function findResponse({ responses }: Operation, status: number): Response | undefined {
  const response = responses[status];
  return response && resolveRef(createOpenApiDocument(contract), response);
}

function findOperation(method: string, path: string): Operation | undefined {
  if (operations.size === 0) {
    for (const [template, item] of Object.entries(createOpenApiDocument(contract).paths)) {
      for (const [verb, operation] of Object.entries(item))
        operations.set(`${verb.toUpperCase()} ${template}`, operation as Operation);
    }
  }
  const key = `${method === "HEAD" ? "GET" : method} ${path.replace(/\?.*$/, "").replace(/\/+$/, "")}`;
  const isMatch = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(key);
  return operations.get(key) ?? operations.get([...operations.keys()].find(isMatch) ?? "");
}

function getValidator(name: string, operation: Operation, status: number): ValidateFunction {
  let validate = validators.get(name);
  if (!validate) {
    const ajv = addFormats(new Ajv(OPTIONS));
    const content = findResponse(operation, status)?.content?.["application/json"];
    const { schema } = content as { schema: object };
    validate = ajv.compile({ ...schema, components: createOpenApiDocument(contract).components });
    validators.set(name, validate);
  }
  return validate;
}

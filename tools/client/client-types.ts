type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
};
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Schema };
type Content = { "application/json": { schema: Schema } };
type Operation = {
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
};
type Document = {
  paths: Record<string, object>;
  components: { schemas: object; parameters: object };
};

/** Generates TypeScript types from an OpenAPI document, for openapi-fetch (`paths`, `components`). */
export function generateTypes(document: Document): string {
  const schemas = Object.entries(document.components.schemas as Record<string, Schema>);
  const paths = Object.entries(document.paths as Record<string, Record<string, Operation>>);
  return [
    `export interface components { schemas: {\n${schemas.map(formatMember(schemas.map(([name]) => name))).join("\n")}\n} }`,
    'type Refusal = { content: { "application/json": components["schemas"]["Error"] } };',
    `export interface paths {\n${paths.map((path) => pathType(path, document)).join("\n")}\n}`,
  ].join("\n\n");
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

function pathType([path, item]: [string, Record<string, Operation>], document: Document): string {
  const methods = METHODS.map((method) => {
    const operation = item[method];
    return operation ? `${method}: ${operationType(operation, document)};` : `${method}?: never;`;
  });
  return `${JSON.stringify(path)}: { parameters: Record<string, never>;\n${methods.join("\n")} };`;
}

function operationType({ parameters, requestBody, responses }: Operation, { components }: Document): string {
  const shared = components.parameters as Record<string, Parameter>;
  const resolved = parameters.map((entry) => shared[entry.$ref?.split("/").at(-1) ?? ""] ?? entry);
  const types = ["query", "header", "path", "cookie"].map((location) => parametersType(location, resolved));
  const answers = Object.entries(responses).map(([status, { content }]) => {
    if (Number(status) >= 400) return `${status}: Refusal;`;
    return `${status}: { content${content ? contentType(content) : "?: never"} };`;
  });
  const body = requestBody
    ? `requestBody${requestBody.required ? "" : "?"}: { content${contentType(requestBody.content)} };`
    : "requestBody?: never;";
  return `{ parameters: { ${types.join(" ")} }; ${body} responses: { ${answers.join(" ")} } }`;
}

const contentType = (content: Content) =>
  `: { "application/json": ${formatType(content["application/json"].schema)} }`;

function parametersType(location: string, parameters: Parameter[]): string {
  const located = parameters.filter((parameter) => parameter.in === location);
  if (located.length === 0) return `${location}?: never;`;
  const required = located.filter((parameter) => parameter.required).map(({ name }) => name);
  const members = located.map(({ name, schema }): [string, Schema] => [name, schema]);
  return `${location}${required.length > 0 ? "" : "?"}: { ${members.map(formatMember(required)).join(" ")} };`;
}

/** A member with its documentation comment. */
const formatMember =
  (required: string[]) =>
  ([name, schema]: [string, Schema]): string => {
    const comment = schema.description ? `/** ${schema.description.replaceAll("*/", "* /")} */\n` : "";
    return `${comment}${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${formatType(schema)};`;
  };

function formatType(schema: Schema): string {
  if (schema.$ref) return `components["schemas"]["${schema.$ref.split("/").at(-1)}"]`;
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return `(${choices.map(formatType).join(" | ")})`;
  if (Array.isArray(schema.type))
    return schema.type.map((type) => formatType({ ...schema, type })).join(" | ");
  if (schema.items) return `${formatType(schema.items)}[]`;
  if (schema.properties) return objectType(schema);
  return PRIMITIVES[schema.type ?? ""] ?? "unknown";
}

function objectType({ properties = {}, required = [] }: Schema): string {
  const members = Object.entries(properties).map(formatMember(required));
  return members.length > 0 ? `{\n${members.join("\n")}\n}` : "Record<string, unknown>";
}

const PRIMITIVES: Record<string, string> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
  object: "Record<string, unknown>",
};

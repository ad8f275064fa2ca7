import { z } from "zod";

export type JsonSchema = Record<string, unknown>;
export type Schemas = Record<string, JsonSchema>;

/** What of a school the document depends on: its settings, and values of its own as examples, by field. */
export type SchoolDocument = { settings: Record<string, unknown>; examples: Record<string, unknown> };

/** What a document is put together with: what several operations share stands once in each of these. */
export type DocumentBuild = SchoolDocument & {
  schemas: Schemas;
  refusals: Record<"responses" | "examples", Record<string, object>>;
};

/** What a document means by a value that may be a reference into it. */
export function resolveRef<T>(document: object, value: T | { $ref: string }): T {
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined) return value as T;
  const parts = $ref.split("/").slice(1);
  return parts.reduce((inner, part) => inner[part] as JsonSchema, document as JsonSchema) as T;
}

/** A zod schema as JSON Schema; what has a name of its own goes into `schemas` and is referred to. */
export function toJsonSchema(
  schema: z.core.$ZodType,
  io: "input" | "output",
  { schemas, settings }: DocumentBuild,
): JsonSchema {
  const override = io === "output" ? toOpenSchema : normaliseSchema;
  const { $schema, $defs, ...root } = z.toJSONSchema(schema, { io, unrepresentable: "any", override });
  const named = JSON.parse(
    JSON.stringify({ root, $defs: $defs ?? {} }).replaceAll("#/$defs/", "#/components/schemas/"),
  );
  for (const [name, definition] of Object.entries<JsonSchema>(named.$defs)) {
    const { id, ...rest } = definition;
    schemas[name] = io === "input" ? withNulls(rest, settings) : rest;
  }
  return named.root;
}

type Overridden = { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema };

/** JavaScript's own bounds of an integer, its escaped slash and a moment's pattern say nothing; zod drops the examples of what it transforms. */
function normaliseSchema({ zodSchema, jsonSchema }: Overridden) {
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (examples) jsonSchema.examples = examples;
  if (typeof jsonSchema.pattern === "string") jsonSchema.pattern = jsonSchema.pattern.replaceAll("\\/", "/");
  if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** What an answer's schema must leave open, since answers may gain members, states and codes within v1. */
function toOpenSchema(overridden: Overridden) {
  normaliseSchema(overridden);
  const { jsonSchema } = overridden;
  delete jsonSchema.additionalProperties;
  if (Array.isArray(jsonSchema.enum)) toOpenEnum(jsonSchema, jsonSchema.enum);
}

/** The values of today as a hint for people and generated types; any other text is valid too. */
export function toOpenEnum(jsonSchema: JsonSchema, values: unknown[]): JsonSchema {
  delete jsonSchema.enum;
  delete jsonSchema.type;
  jsonSchema.anyOf = [{ type: "string", enum: [...values] }, { type: "string" }];
  jsonSchema.examples ??= [values[0]];
  return jsonSchema;
}

/** An optional field may be null or blank, whatever its type: both count as absent. */
function withNulls(body: JsonSchema, settings: SchoolDocument["settings"]): JsonSchema {
  const always = new Set(body.required as string[]);
  const required: string[] = [];
  const properties = Object.entries(body.properties as Schemas).map(([name, property]) => {
    const { requiredUnless, description, examples, ...value } = property;
    if (always.has(name) || (requiredUnless && !settings[requiredUnless as string])) {
      required.push(name);
      return [name, { ...value, description, examples }];
    }
    return [name, { description, examples, anyOf: [value, { type: "null" }, { const: "" }] }];
  });
  return { ...body, properties: Object.fromEntries(properties), required };
}

import { z } from "zod";
import { fieldCodes, httpStatus } from "@/lib/platform/errors";

export type JsonSchema = Record<string, unknown>;
type Schemas = Record<string, JsonSchema>;

/** The school's data in the document: its settings, and examples by field. */
export type SchoolDocument = { settings: Record<string, unknown>; examples: Record<string, unknown> };

/** The shared parts of a document while it is built. */
export type DocumentBuild = SchoolDocument & {
  schemas: Schemas;
  errors: Record<"responses" | "examples", Record<string, object>>;
};

/** Follows a `$ref` into the document. */
export function resolveRef<T>(document: object, value: T | { $ref: string }): T {
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined) return value as T;
  const parts = $ref.split("/").slice(1);
  return parts.reduce((inner, part) => inner[part] as JsonSchema, document as JsonSchema) as T;
}

/** Converts a zod schema to JSON Schema; schemas with an id are added to `schemas` and referenced. */
export function toJsonSchema(
  schema: z.core.$ZodType,
  io: "input" | "output",
  { schemas, settings }: DocumentBuild,
): JsonSchema {
  const override = io === "output" ? toOpenSchema : normaliseSchema;
  const { $schema, $defs, ...root } = z.toJSONSchema(schema, { io, unrepresentable: "any", override });
  const renamed = JSON.parse(
    JSON.stringify({ root, $defs: $defs ?? {} }).replaceAll("#/$defs/", "#/components/schemas/"),
  );
  for (const [name, definition] of Object.entries<JsonSchema>(renamed.$defs)) {
    const { id, ...rest } = definition;
    schemas[name] = io === "input" ? withNulls(rest, settings) : rest;
  }
  return renamed.root;
}

/** The schema of an error response (section 7); codes can be added. */
export function createErrorSchema() {
  return {
    type: "object",
    required: ["status", "error"],
    properties: {
      status: { const: "error" },
      error: {
        type: "object",
        required: ["code", "message", "request_id", "doc_url"],
        properties: {
          code: toOpenEnum(
            { description: "What went wrong. Use this in code, not the message." },
            Object.keys(httpStatus),
          ),
          message: {
            type: "string",
            description: "A message for people, in the language of `Accept-Language`.",
          },
          request_id: {
            type: "string",
            description: "The same as in `X-Request-Id`. Quote it when you report a problem.",
          },
          doc_url: { type: "string", format: "uri", description: "The documentation of this error." },
          ...errorDetails,
          errors: {
            type: "array",
            items: createFieldErrorSchema(),
            description: "All invalid fields, in the order of the schema.",
          },
        },
      },
    },
  };
}

/** Builds a valid value from the examples of a schema's members; the school's examples take precedence. */
export function createExample(schema: JsonSchema, build: DocumentBuild): unknown {
  const { schemas, examples } = build;
  if (typeof schema.$ref === "string") {
    return createExample(schemas[schema.$ref.split("/").at(-1) as string] as JsonSchema, build);
  }
  const [example] = (schema.examples as unknown[] | undefined) ?? [];
  if (example !== undefined) return example;
  if ("const" in schema) return schema.const;
  if (schema.properties) {
    const members = Object.entries(schema.properties as Schemas);
    return Object.fromEntries(
      members.map(([name, member]) => [
        name,
        name in examples ? examples[name] : createExample(member, build),
      ]),
    );
  }
  if (schema.items) return [createExample(schema.items as JsonSchema, build)];
  const [firstOption] = (schema.anyOf as JsonSchema[] | undefined) ?? [];
  if (firstOption) return createExample(firstOption, build);
  const [type] = [schema.type].flat(); // the second type of a nullable member is null
  return EXAMPLE_BY_TYPE[type as keyof typeof EXAMPLE_BY_TYPE];
}

type OverrideContext = { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema };

/** Removes JavaScript's integer bounds, escaped slashes and date-time patterns; adds examples that zod drops for transforms. */
function normaliseSchema({ zodSchema, jsonSchema }: OverrideContext) {
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (examples) jsonSchema.examples = examples;
  if (typeof jsonSchema.pattern === "string") jsonSchema.pattern = jsonSchema.pattern.replaceAll("\\/", "/");
  if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** Response schemas stay open: within v1, members, states and codes can be added. */
function toOpenSchema(context: OverrideContext) {
  normaliseSchema(context);
  const { jsonSchema } = context;
  delete jsonSchema.additionalProperties;
  if (Array.isArray(jsonSchema.enum)) toOpenEnum(jsonSchema, jsonSchema.enum);
}

/** Lists the current values for people and generated types; any other text is also valid. */
function toOpenEnum(jsonSchema: JsonSchema, values: unknown[]): JsonSchema {
  delete jsonSchema.enum;
  delete jsonSchema.type;
  jsonSchema.anyOf = [{ type: "string", enum: [...values] }, { type: "string" }];
  jsonSchema.examples ??= [values[0]];
  return jsonSchema;
}

/** Optional fields can be null or blank, which counts as absent, whatever their type. */
function withNulls(body: JsonSchema, settings: SchoolDocument["settings"]): JsonSchema {
  const requiredNames = new Set(body.required as string[]);
  const required: string[] = [];
  const properties = Object.entries(body.properties as Schemas).map(([name, property]) => {
    const { requiredUnless, description, examples, ...value } = property;
    if (requiredNames.has(name) || (requiredUnless && !settings[requiredUnless as string])) {
      required.push(name);
      return [name, { ...value, description, examples }];
    }
    return [name, { description, examples, anyOf: [value, { type: "null" }, { const: "" }] }];
  });
  return { ...body, properties: Object.fromEntries(properties), required };
}

const errorDetails = {
  state: {
    type: "string",
    description: "Only with `transition_not_allowed`: the enrollment's current state.",
  },
  parameter: {
    type: "string",
    description: "Only with `ambiguous_parameter`: the name of the parameter.",
  },
  header: { type: "string", description: "Only with `bad_request`: the header that is wrong, if one is." },
  allowed: {
    type: "array",
    items: { type: "string" },
    description: "Only with `transition_not_allowed`: the states that you can change it to.",
  },
  refusal: {
    type: "string",
    description:
      "Only with `transition_not_allowed`: the reason, such as `not_allowed` (no such transition), `day_is_over`, `changed_meanwhile`, `another_stands`, `guardian_unanswered` or `disagreement_open`.",
  },
};

function createFieldErrorSchema() {
  return {
    type: "object",
    required: ["field", "code", "message"],
    properties: {
      field: { type: "string" },
      code: toOpenEnum({}, [...fieldCodes]),
      message: { type: "string" },
      pointer: {
        type: "string",
        description: "Where the value is, as a JSON pointer; only if it is inside of the field.",
        examples: ["/places/1/places"],
      },
    },
  };
}

const EXAMPLE_BY_TYPE = { string: "Piano", integer: 1, number: 42.5, boolean: true } as const;

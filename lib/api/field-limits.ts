import { z } from "zod";
import type { FieldLimits } from "@/lib/i18n/api-messages";

type InputSchemas = { query?: z.ZodObject; body?: z.core.$ZodObject };

const MAX_VALUES = 40;

/** The type and limits of a request's field, for error messages; undefined for an unknown field. */
export function fieldLimits({ query, body }: InputSchemas, field: string): FieldLimits | undefined {
  const schema = query?.shape[field] ?? body?._zod.def.shape[field];
  if (!schema) return;
  return toLimits(z.toJSONSchema(schema as z.core.$ZodType, { io: "input", unrepresentable: "any" }));
}

function toLimits(schema: z.core.JSONSchema.BaseSchema): FieldLimits {
  const option = (schema.anyOf ?? []).find(
    (candidate) => typeof candidate === "object" && candidate.type !== "null",
  );
  if (typeof option === "object" && schema.anyOf) return toLimits({ ...schema, ...option, anyOf: undefined });
  const items = schema.items as { type?: string; enum?: unknown[] } | undefined;
  const isObjectList = schema.type === "array" && items?.type === "object";
  const values = schema.enum ?? items?.enum;
  const [example] = schema.examples ?? [];
  return {
    // An error inside an object of a list is about another type than the list's.
    type: isObjectList ? undefined : [schema.type].flat().find((type) => type !== "null"),
    most: schema.maxLength ?? schema.maxItems,
    least: schema.minimum,
    greatest: schema.maximum,
    values: values && values.length <= MAX_VALUES ? values.map(String) : undefined,
    example: typeof example === "string" ? example : undefined,
  };
}

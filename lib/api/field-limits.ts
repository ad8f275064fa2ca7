import { z } from "zod";
import type { FieldLimits } from "@/lib/i18n/api-messages";

/** The part of an endpoint that names the fields of its input. */
type InputSchemas = { query?: z.ZodObject; body?: z.core.$ZodObject };

const MAX_VALUES = 40;

/** The type and the limits of a field of a request, for the words of its refusal; undefined for an unknown field. */
export function fieldLimits({ query, body }: InputSchemas, field: string): FieldLimits | undefined {
  const schema = query?.shape[field] ?? body?._zod.def.shape[field];
  if (!schema) return;
  return limitsIn(z.toJSONSchema(schema as z.core.$ZodType, { io: "input", unrepresentable: "any" }));
}

function limitsIn(schema: z.core.JSONSchema.BaseSchema): FieldLimits {
  const one = (schema.anyOf ?? []).find((other) => typeof other === "object" && other.type !== "null");
  if (typeof one === "object" && schema.anyOf) return limitsIn({ ...schema, ...one, anyOf: undefined });
  const items = schema.items as { type?: string; enum?: unknown[] } | undefined;
  const isOfObjects = schema.type === "array" && items?.type === "object";
  const values = schema.enum ?? items?.enum;
  const [example] = schema.examples ?? [];
  return {
    // What is wrong inside an object of a list has another type than the list.
    type: isOfObjects ? undefined : [schema.type].flat().find((type) => type !== "null"),
    most: schema.maxLength ?? schema.maxItems,
    least: schema.minimum,
    greatest: schema.maximum,
    values: values && values.length <= MAX_VALUES ? values.map(String) : undefined,
    example: typeof example === "string" ? example : undefined,
  };
}

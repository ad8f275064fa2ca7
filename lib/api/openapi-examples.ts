import type { DocumentBuild, JsonSchema, Schemas } from "./openapi-schemas";

/** A value that a schema allows, put together from the examples of its members; the school's own before others. */
export function createExample(schema: JsonSchema, building: DocumentBuild): unknown {
  const { schemas, examples } = building;
  if (typeof schema.$ref === "string") {
    return createExample(schemas[schema.$ref.split("/").at(-1) as string] as JsonSchema, building);
  }
  const [given] = (schema.examples as unknown[] | undefined) ?? [];
  if (given !== undefined) return given;
  if ("const" in schema) return schema.const;
  if (schema.properties) {
    const members = Object.entries(schema.properties as Schemas);
    return Object.fromEntries(
      members.map(([name, member]) => [
        name,
        name in examples ? examples[name] : createExample(member, building),
      ]),
    );
  }
  if (schema.items) return [createExample(schema.items as JsonSchema, building)];
  const [first] = (schema.anyOf as JsonSchema[] | undefined) ?? [];
  if (first) return createExample(first, building);
  const [type] = [schema.type].flat(); // of a nullable member the other one is null
  return BY_TYPE[type as keyof typeof BY_TYPE];
}

const BY_TYPE = { string: "Piano", integer: 1, number: 42.5, boolean: true } as const;

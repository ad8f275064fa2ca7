import { describe, expect, test } from "vitest";
import type { ZodObject } from "zod";
import type { Endpoint } from "@/lib/api/endpoint";
import { type AppError, type FieldIssue, fieldCodes } from "@/lib/platform/errors";
import { parseInput } from "@/lib/platform/schema";
import { contract } from "./contract";

const JUNK = [
  undefined,
  null,
  "",
  " ",
  "\0",
  "nobody",
  "x".repeat(100_000),
  7,
  -1,
  1.5,
  2 ** 60,
  true,
  [],
  ["x"],
  [7],
  {},
];

const rows = Object.entries(contract as Record<string, Endpoint>).flatMap(([name, { body, query }]) =>
  [body, query].flatMap((schema) => (schema ? [[name, schema as unknown as ZodObject] as const] : [])),
);

function listIssues(schema: ZodObject, input: object): FieldIssue[] {
  try {
    parseInput(schema, input);
    return [];
  } catch (error) {
    return (error as AppError).issues;
  }
}

describe.each(rows)("any %s", (_, schema) => {
  test.each(Object.keys(schema.shape))("%s is refused with a documented code", (field) => {
    for (const junk of JUNK) {
      const codes = listIssues(schema, { [field]: junk }).map(({ code }) => code);
      expect(codes.filter((code) => !fieldCodes.includes(code))).toEqual([]);
    }
  });
});

const parameters = Object.entries(contract as Record<string, Endpoint>).flatMap(([name, { query }]) =>
  Object.keys(query?.shape ?? {}).map((field) => [name, field, query as ZodObject] as const),
);

test.each(parameters)(
  "in a query string of %s, %s refuses NUL, which PostgreSQL does not store",
  (_, field, schema) => {
    for (const value of ["\0", "a\0", "1\0"])
      expect(listIssues(schema, { [field]: value }).map((issue) => issue.field)).toContain(field);
  },
);

const members = Object.entries(contract as Record<string, Endpoint>).flatMap(([name, { body }]) =>
  Object.keys(body?._zod.def.shape ?? {}).map(
    (field) => [name, field, body as unknown as ZodObject] as const,
  ),
);

test.each(members)("7: in a body of %s, null is the same as no %s", (_, field, schema) => {
  const find = (input: object) => listIssues(schema, input).find((issue) => issue.field === field);
  const isReset = field === "today"; // null resets the sandbox's clock
  expect(find({ [field]: null })).toEqual(isReset ? undefined : find({}));
});

import { describe, expect, test } from "vitest";
import type { ZodObject } from "zod";
import type { Endpoint } from "@/lib/api/endpoint";
import { fieldCodes } from "@/lib/platform/errors";
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

describe.each(rows)("any %s", (_, schema) => {
  test.each(Object.keys(schema.shape))("%s is refused with a documented code", (field) => {
    for (const junk of JUNK) {
      const codes = schema.safeParse({ [field]: junk }).error?.issues.map(({ message }) => message) ?? [];
      expect(codes.filter((code) => !(fieldCodes as readonly string[]).includes(code))).toEqual([]);
    }
  });
});

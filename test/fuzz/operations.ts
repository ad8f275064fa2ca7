import fc from "fast-check";
import { resolveRef } from "@/lib/api/openapi-schemas";
import { arbitraryText, type FuzzRequest } from "./fuzz-report";

type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};
type Parameter = { name: string; in: "path" | "query" | "header"; required?: boolean; example?: unknown };
type Operation = {
  operationId: string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: { "application/json": { schema: Schema; example: object } } };
};
export type OpenApi = { paths: Record<string, Record<string, Operation>> };

/** A parameter, or a body member by path (`criteria.0.code`). */
type Input = { place: Parameter["in"] | "body"; name: string };
type Target = { method: string; path: string; parameters: Parameter[]; body?: object; input: Input };

/** All inputs of a document; deletions last. */
export function listInputs(document: OpenApi): Target[] {
  const targets = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { parameters, requestBody }]) => {
      const known = parameters.map((parameter) => resolveRef<Parameter>(document, parameter));
      const body = requestBody?.content["application/json"];
      const inputs: Input[] = [
        ...known.map(({ in: place, name }) => ({ place, name })),
        ...(body ? listMembers(document, body.schema).map((name) => ({ place: "body" as const, name })) : []),
      ];
      const rest = { method: method.toUpperCase(), path, parameters: known, body: body?.example };
      return inputs.map((input) => ({ ...rest, input }));
    }),
  );
  const isLast = ({ method, path }: Target) => Number(method === "DELETE" || changesAll(path));
  return targets.sort((a, b) => isLast(a) - isLast(b));
}

/** Operations on all enrollments of a sandbox; concurrent ones may be answered 503. */
export const changesAll = (path: string) => /\/sandbox\/(reset|round)$/.test(path);

/** Paths of a body's members, including list items; the body is "". */
function listMembers(document: object, schemaOrRef: Schema, path = ""): string[] {
  const schema = resolveRef<Schema>(document, schemaOrRef as Schema & { $ref: string });
  const join = (name: string) => (path ? `${path}.${name}` : name);
  return [
    path,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
      listMembers(document, member, join(name)),
    ),
    ...(schema.items ? listMembers(document, schema.items, join("0")) : []),
    ...(schema.anyOf ?? []).flatMap((variant) =>
      listMembers(document, variant, path).filter((name) => name !== path),
    ),
  ];
}

const nest = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;

/** Limits of int16, int32, int64 and doubles. */
const EDGES = [
  "0",
  "-0",
  "-1",
  "1.5",
  "32768",
  "2147483647",
  "2147483648",
  "-2147483649",
  "9007199254740991",
];
const BEYOND = ["9007199254740993", "9223372036854775808", "1e22", "1e308", "1e400", "1e-400"];

/** JSON as text, because `JSON.stringify` escapes NUL and lone surrogates. */
const anyJson = fc.oneof(
  fc.constantFrom(...EDGES, ...BEYOND),
  fc.constantFrom(
    ...["null", "true", "false", "{}", "[]", '""', '" "', '"1"', "[[]]", '[{"a":1}]', "[null]"],
    ...[
      '"\\u0000"',
      '"a\\u0000b"',
      '"\\ud800"',
      '"x\\udc00y"',
      '["\\u0000"]',
      '["\\ud800"]',
      '{"\\u0000":1}',
    ],
    ...['{"\\ud800":1}', '{"__proto__":{"a":1}}', '{"length":-1}', '{"toString":1}'],
    ...[nest("[", "]", 50), nest("[", "]", 5_000), nest('{"a":', "}", 5_000)],
    ...[`[${"0,".repeat(20_000)}0]`, `[${"{},".repeat(15_000)}{}]`, `["${"x".repeat(60_000)}"]`],
    ...['"0000-00-00"', '"9999-12-31"', '"2026-02-30"', '"+999999-01-01T00:00:00Z"', '"-271821-04-20"'],
  ),
  fc.json({ maxDepth: 4 }),
  arbitraryText.map((text) => JSON.stringify(text)),
);

/** Escaped path text, including invalid UTF-8. */
const anyEscaped = fc.oneof(
  fc.constantFrom(...EDGES, ...BEYOND),
  fc.constantFrom(
    "%00",
    "a%00b",
    "%ED%A0%80",
    "%ff",
    "%",
    "%zz",
    "%E2%80%AE",
    "..%2f..",
    "%2e%2e",
    "[object]",
  ),
  fc.constantFrom("0000-00-00", "9999-12-31T23:59:59Z", "%2B275760-09-13T00:00:00Z", "1900-01-01T00:00:00Z"),
  fc.constantFrom("evt_x1Zq3mB7Gd0pYw5rTn8cVk", "999999999999999999", "MTc2MzcxNzQwMDAwMC4w", "-1&"),
  arbitraryText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 4_000)),
);

const anyHeader = fc.oneof(
  fc.stringMatching(/^[!-~][ -~]{0,300}$/),
  fc.constantFrom("*", ",", "es;q=2", "W/", '"', "x".repeat(4_000), "é".repeat(10), ";;;", "en-".repeat(200)),
);

const anyInput = fc.record({ json: anyJson, escaped: anyEscaped, header: anyHeader, twice: fc.nat(9) });
type AnyInput = typeof anyInput extends fc.Arbitrary<infer T> ? T : never;

/**
 * Valid example requests with one invalid input. With enough runs every input is used.
 * @param known values by name that replace examples
 */
export function operationRequests(
  document: OpenApi,
  known: (target: Target) => Record<string, string>,
  { seed, runs }: { seed: number; runs: number },
): FuzzRequest[] {
  const targets = listInputs(document);
  const offset = (seed % 1_000) / 1_000; // with fewer runs than inputs, seeds use different inputs
  return fc.sample(anyInput, { seed, numRuns: runs }).map((value, index) => {
    const targetIndex = Math.floor(((index + offset) * targets.length) / runs);
    return request(targets[targetIndex] as Target, value, known, `${seed}.${index}`);
  });
}

function request(
  target: Target,
  value: AnyInput,
  known: (target: Target) => Record<string, string>,
  unique: string,
): FuzzRequest {
  const { method, path, parameters, body, input } = target;
  const knownValues = known(target);
  const isTarget = (place: Input["place"], name: string) => input.place === place && input.name === name;
  const inPath = path.replace(/\{(\w+)\}/g, (_, name) =>
    isTarget("path", name) ? value.escaped.replaceAll("/", "%2F") || "%20" : (knownValues[name] ?? "x"),
  );
  const query = parameters.flatMap(({ in: place, name, required, example }) => {
    if (place !== "query") return [];
    if (isTarget("query", name))
      return [`${name}=${value.escaped}`, ...(value.twice === 0 ? [`${name}=1`] : [])];
    return required || name === "school_year_id" ? [`${name}=${encodeURIComponent(String(example))}`] : [];
  });
  const header =
    input.place === "header" ? { [input.name]: Buffer.from(value.header, "latin1").toString("latin1") } : {};
  const isRead = method === "GET";
  return {
    method,
    path: `${inPath}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    init: {
      headers: { ...(body && !isRead && { "Content-Type": "application/json" }), ...header },
      ...(body &&
        (input.place === "body" || !isRead) && { body: createBody(body, input, value, knownValues, unique) }),
    },
  };
}

const PLACEHOLDER = "the fuzzed value";

/** The example with the value at the input's path; e-mail and document are unique per person. */
function createBody(
  example: object,
  input: Input,
  { json }: AnyInput,
  knownValues: Record<string, string>,
  unique: string,
) {
  if (input.place === "body" && input.name === "") return json;
  const body = structuredClone(example) as Record<string, unknown>;
  for (const name of Object.keys(body)) {
    if (/_email$/.test(name)) body[name] = `${name}.${unique}@example.org`;
    else if (/_document$/.test(name)) body[name] = `${name.slice(0, 3)}${unique}`;
    else if (knownValues[name] !== undefined) body[name] = knownValues[name];
  }
  if (input.place === "body") setAtPath(body, input.name.split("."), PLACEHOLDER);
  return JSON.stringify(body).replace(`"${PLACEHOLDER}"`, () => json);
}

function setAtPath(parent: Record<string, unknown>, [name = "", ...rest]: string[], value: unknown) {
  if (rest.length === 0) parent[name] = value;
  else {
    parent[name] ??= rest[0] === "0" ? [] : {};
    setAtPath(parent[name] as Record<string, unknown>, rest, value);
  }
}

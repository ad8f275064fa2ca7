import { randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { solved } from "@/test/proof";
import { isProved, proofChallenge } from "./proof-of-work";

const draft = { id: randomBytes(32) };
const other = { id: randomBytes(32) };

let proof: string;

beforeAll(async () => {
  env.DRAFT_KEYS = randomBytes(32).toString("base64");
  proof = await solved(await proofChallenge(draft));
});

test("W40: the work is for one draft", async () => {
  expect(await isProved(draft, proof)).toBe(true);
  expect(await isProved(other, proof)).toBe(false);
});

test("W40: it takes a phone about a second: 100 to 300 guesses of 5,000 rounds, none like the one before", async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => proofChallenge(draft)));
  for (const { parameters } of made)
    expect(parameters).toMatchObject({
      algorithm: "PBKDF2/SHA-256",
      cost: 5_000,
      data: { draft: draft.id.toString("hex") },
    });
  expect(new Set(made.map(({ signature }) => signature)).size).toBe(12);
  const { counter } = JSON.parse(proof).solution;
  expect(counter).toBeGreaterThanOrEqual(100);
  expect(counter).toBeLessThanOrEqual(300);
});

test.each<[string, (proof: Proof) => unknown]>([
  ["moved to another draft", (proof) => withParameters(proof, { data: { draft: other.id.toString("hex") } })],
  ["made cheaper", (proof) => withParameters(proof, { cost: 1 })],
  [
    "signed by somebody else",
    ({ solution, challenge }) => ({ solution, challenge: { ...challenge, signature: "00" } }),
  ],
  [
    "of other work",
    ({ challenge }) => ({ challenge, solution: { counter: 1, derivedKey: "00".repeat(32) } }),
  ],
  ["without a solution", ({ challenge }) => ({ challenge, solution: null })],
  ["of another shape", () => ({ challenge: { parameters: [] } })],
  ["no object", () => "work"],
])("W40: a proof that is %s proves nothing", async (_, change) => {
  const changed = JSON.stringify(change(JSON.parse(proof)));
  expect(await isProved(draft, changed)).toBe(false);
  expect(await isProved(other, changed)).toBe(false);
});

test.each([
  "",
  "{",
  "null",
  "[]",
  "{}",
  '{"challenge":{},"solution":{}}',
  '{"challenge":{"parameters":null,"signature":""},"solution":{}}',
  '{"challenge":{"parameters":{"data":null},"signature":""},"solution":{}}',
  '{"challenge":{"parameters":{},"signature":""},"solution":{}}',
])("W40: %j proves nothing", async (text) => {
  expect(await isProved(draft, text)).toBe(false);
});

type Proof = { challenge: { parameters: Record<string, unknown>; signature: string }; solution: unknown };

const withParameters = ({ challenge, solution }: Proof, changes: Record<string, unknown>) => ({
  challenge: { ...challenge, parameters: { ...challenge.parameters, ...changes } },
  solution,
});

import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { getFuzzOptions } from "../fuzz/fuzz-report";
import { addressInputs, anyEscaped, anyPosted, formInputs, type PageInput } from "../fuzz/pages";
import { openPage, type Page, submitForm, type Visitor } from "./browser";
import { createFixtureSchool, currentSchool } from "./fixture-school";
import { screens } from "./screens";

/** Pages with forms, by visitor. */
const pages: { visitor: Visitor; asked: string; page: Page }[] = [];

beforeAll(async () => {
  env.RATE_LIMIT_FORM_STEPS_PER_MINUTE = 0;
  currentSchool.school = await createFixtureSchool();
  for (const [, listScreens] of Object.values(screens))
    for (const [address, visitor] of await listScreens())
      pages.push({ visitor, asked: address, page: await openPage(visitor, address) });
});

/** Names of query parameters; `said` and `from` select texts. */
function listQueryNames(): string[] {
  const links = pages.flatMap(({ asked, page }) => [asked, ...(page.html.match(/href="[^"]+"/g) ?? [])]);
  const fields = pages.flatMap(({ page }) =>
    [...page.html.matchAll(/<form(?![^>]*method)[^>]*>.*?<\/form>/gis)].flatMap(([form]) =>
      [...form.matchAll(/ name="([\w]+)"/g)].map(([, name = ""]) => name),
    ),
  );
  const named = links.flatMap((link) => [...link.matchAll(/[?;&](\w+)=/g)].map(([, name = ""]) => name));
  return [...new Set([...named, ...fields])].sort();
}

/** Inputs of the same name are tested once. */
const uniqueByName = <T extends { name: string }>(inputs: T[]): T[] => [
  ...new Map(inputs.map((input) => [input.name, input])).values(),
];

/** Distributes the inputs over `runs`, each with a value; twice as many runs give each two. */
function distribute<T>(
  inputs: T[],
  values: fc.Arbitrary<string>,
  { seed, runs }: { seed: number; runs: number },
) {
  return fc
    .sample(values, { seed, numRuns: runs })
    .map((value, index) => [inputs[Math.floor((index * inputs.length) / runs)] as T, value] as const);
}

/** A page, or "not found". */
async function readOutcome(task: () => Promise<Page>): Promise<number | string> {
  try {
    return (await task()).status;
  } catch (error) {
    const [, status] =
      /NEXT_HTTP_ERROR_FALLBACK;(\d+)/.exec(String((error as { digest?: string }).digest)) ?? [];
    return status ? Number(status) : String((error as Error).stack ?? error);
  }
}

test("any address of a page is answered or redirected, and never fails", async () => {
  const names = listQueryNames();
  const inputs = uniqueByName(pages.flatMap(({ visitor, asked }) => addressInputs(visitor, asked, names)));
  const options = getFuzzOptions(Math.min(inputs.length, 250));
  const failures: unknown[] = [];
  for (const [{ visitor, name, to }, value] of distribute(inputs, anyEscaped, options)) {
    const status = await readOutcome(() => openPage(visitor, to(value)));
    if (typeof status === "string" || status >= 500) failures.push([name, value.slice(0, 100), status]);
  }
  console.info(`FUZZ_SEED=${options.seed} FUZZ_RUNS=${options.runs}: ${inputs.length} inputs of addresses`);
  expect(failures).toEqual([]);
});

/** Actions that end sessions or delete the subjects of others run last. */
const LAST = /signOut|endSession|staff|\/me\/|password|setup|erase|second-factor/i;

test("any value of a field is rejected, accepted or redirected, and never fails", async () => {
  const all = pages.flatMap(({ visitor, page }) => formInputs(visitor, page.address, page.html));
  const inputs = uniqueByName<PageInput<Visitor>>(all).filter(({ name }) => !/#signOutAction/.test(name));
  inputs.sort((a, b) => Number(LAST.test(a.name)) - Number(LAST.test(b.name)));
  const options = getFuzzOptions(inputs.length);
  const failures: unknown[] = [];
  for (const [{ visitor, name, address, form }, value] of distribute(inputs, anyPosted, options)) {
    const status = await readOutcome(() => submitForm(visitor, address, form?.(value) ?? new FormData()));
    if (typeof status === "string" || status >= 500) failures.push([name, value.slice(0, 100), status]);
  }
  console.info(`FUZZ_SEED=${options.seed} FUZZ_RUNS=${options.runs}: ${inputs.length} inputs of forms`);
  expect(inputs.length).toBeGreaterThan(300);
  expect(failures).toEqual([]);
});

import { writeFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { aMember, anOffice, current } from "@/test/pages/office";
import { outline } from "@/test/pages/outline";
import { screens } from "@/test/pages/screens";
import { open, type Visitor } from "@/test/pages/visit";

type Site = { n: number; file: string; line: number; what: string; text: string };

const mutants = {
  alive: -1,
  met: new Set<number>(),
  sites: {} as Record<string, Site[]>,
  is(n: number) {
    mutants.met.add(n);
    return mutants.alive === n;
  },
  word: (n: number, key: string) => (mutants.is(n) ? `${key}_` : key),
  not: (n: number, condition: unknown) => (mutants.is(n) ? !condition : condition),
  gone: (n: number, value: unknown) => (mutants.is(n) ? undefined : value),
  without: (n: number) => mutants.is(n),
};
Object.assign(globalThis, { mutants });

/** A mutant that as many pages were the same with lives. */
const TRIED_ON = 6;

beforeAll(async () => {
  current.office = await anOffice();
});

test("a mutant of a page or a component changes what a reader of one of the screens has before them", async () => {
  const looks = await everyLook();
  const seen = new Map<number, typeof looks>();
  const before = new Map<object, string>();
  for (const look of looks) before.set(look, await read(look));
  for (const look of looks) {
    mutants.met.clear();
    if (before.get(look) !== (await read(look))) continue; // says what was opened meanwhile
    for (const n of mutants.met) seen.set(n, [...(seen.get(n) ?? []), look]);
  }
  const all = Object.values(mutants.sites).flat();
  const alive: string[] = [];
  for (const { n, file, line, what, text } of all) {
    mutants.alive = n;
    let killed = false;
    for (const look of (seen.get(n) ?? []).slice(0, TRIED_ON)) {
      killed = (await read(look)) !== before.get(look);
      if (killed) break;
    }
    mutants.alive = -1;
    if (!killed) alive.push(`${seen.has(n) ? "the same" : "not met "} ${file}:${line} ${what}: ${text}`);
  }
  const report = `${all.length - alive.length} of ${all.length} killed\n${alive.sort().join("\n")}\n`;
  writeFileSync("test-results/mutants-of-pages.txt", report);
  console.log(report);
  expect(all.length).toBeGreaterThan(0);
});

async function everyLook() {
  const looks = (await Promise.all(Object.values(screens).map(([, looks]) => looks()))).flat();
  const { visitor: reader } = await aMember("onlooker", "reader");
  return [
    ...looks,
    ...looks
      .filter(([to, who]) => /^\/desk\/enrollments/.test(to) && who.jar.size)
      .map(([to]) => [to, reader] as [string, Visitor]),
  ];
}

async function read([address, visitor]: [string, Visitor]): Promise<string> {
  const quiet = console.error;
  console.error = () => {};
  try {
    const { status, address: at, html } = await open(visitor, address);
    return `${status} ${at}\n${outline(html, current.office.names)}`;
  } catch (error) {
    return `threw ${error}`;
  } finally {
    console.error = quiet;
  }
}

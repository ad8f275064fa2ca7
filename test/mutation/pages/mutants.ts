import { writeFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { aMember, anOffice, current } from "@/test/pages/office";
import { outline } from "@/test/pages/outline";
import { changes, filled, type Step, steps } from "@/test/pages/press";
import { framed, screens } from "@/test/pages/screens";
import { stories } from "@/test/pages/stories";
import { onlooker, open, type Page, type Visitor } from "@/test/pages/visit";

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

/** How many pages each mutant that was met was the same on; of one that is killed none. */
const same = new Map<number, number>();
const killed = new Set<number>();

beforeAll(async () => {
  current.office = await anOffice();
});

test("a mutant of a page or a component changes what a reader of one of the screens has before them, or what a press of one of the stories does", async () => {
  onlooker.sees = makeVariants;
  frame.withFrame = true;
  for (const [address, visitor] of framed()) await looked(visitor, address);
  frame.withFrame = false;
  for (const [address, visitor] of await everyLook()) await looked(visitor, address);
  for (const [, presses] of Object.values(stories))
    for (const press of await presses()) {
      const [visitor, address, form] = press;
      if (form) for (const step of await steps(current.office, press)) judge(step);
      else await looked(visitor, address);
    }
  const all = Object.values(mutants.sites).flat();
  const alive = all.filter(({ n }) => !killed.has(n));
  const lines = alive.map(
    ({ n, file, line, what, text }) =>
      `${same.has(n) ? "the same" : "not met "} ${file}:${line} ${what}: ${text}`,
  );
  const report = `${all.length - alive.length} of ${all.length} killed\n${lines.sort().join("\n")}\n`;
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

/** Each page with each mutant that it met: nothing where it was not made at all. */
const variants = new WeakMap<Page, Map<number, Page | undefined>>();

async function makeVariants(page: Page, again: () => Promise<Page | { to: string }>) {
  const quiet = console.error;
  console.error = () => {};
  const made = async (n: number) => {
    mutants.alive = n;
    const variant = await again().catch(() => undefined);
    mutants.alive = -1;
    return variant && "html" in variant ? variant : undefined;
  };
  mutants.met.clear();
  const base = await made(-1);
  if (base && shown(base) === shown(page)) {
    // else it says what was opened meanwhile
    const those = [...mutants.met].filter((n) => !killed.has(n) && (same.get(n) ?? 0) < TRIED_ON);
    const found = new Map<number, Page | undefined>();
    for (const n of those) found.set(n, await made(n));
    variants.set(page, found);
  }
  console.error = quiet;
}

const frame = { withFrame: false };

const shown = ({ status, address, html }: Page) =>
  `${status} ${address}\n${outline(html, current.office.names, frame)}`;

async function looked(visitor: Visitor, address: string) {
  const page = await open(visitor, address);
  for (const [n, variant] of variants.get(page) ?? []) note(n, !variant || shown(variant) !== shown(page));
}

/** Of a press the outline is not kept whole, but what changes by it; and what it posts is what its page has. */
function judge({ before, form, typed, after }: Step) {
  const posted = (page: Page) => {
    try {
      return JSON.stringify([...filled(page, form, typed, current.office)]);
    } catch (error) {
      return String(error);
    }
  };
  const what = (one: Page, other: Page) =>
    [posted(one), other.status, ...changes(one, other, current.office)].join("\n");
  const [ofBefore, ofAfter] = [before, after].map((page) => variants.get(page) ?? new Map());
  const whole = what(before, after);
  for (const n of new Set([...(ofBefore?.keys() ?? []), ...(ofAfter?.keys() ?? [])])) {
    const one = ofBefore?.has(n) ? ofBefore.get(n) : before;
    const other = ofAfter?.has(n) ? ofAfter.get(n) : after;
    note(n, !one || !other || what(one, other) !== whole);
  }
}

function note(n: number, isKilled: boolean) {
  if (isKilled) killed.add(n);
  else same.set(n, (same.get(n) ?? 0) + 1);
}

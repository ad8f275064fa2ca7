import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "@playwright/test";
import { aMinor, anEmail, yearsAgo } from "@/test/support/data/factories";
import { type FormInput, toFormInput } from "./answers";
import type { Wizard } from "./pages/wizard";

// Counts a family's characters and taps.

/** A date counts as three fields; pages are counted after the first. */
export type InteractionCount = { fields: number; characters: number; taps: number; pages: number };

export const createEmptyCount = (): InteractionCount => ({ fields: 0, characters: 0, taps: 0, pages: 0 });

export const addCounts = (a: InteractionCount, b: InteractionCount): InteractionCount => ({
  fields: a.fields + b.fields,
  characters: a.characters + b.characters,
  taps: a.taps + b.taps,
  pages: a.pages + b.pages,
});

/** The usual family: three children with tagged e-mails of their guardian. */
export function createUsualFamily(
  guardian_email = anEmail("berta").replace(/@.*/, "@gmail.com"),
): FormInput[] {
  const { student_email: _, ...first } = aMinor({ guardian_email });
  const child = (student_name: string, years: number) =>
    toFormInput({ ...first, student_name, student_birth_date: yearsAgo(years) } as typeof first & {
      student_email: string;
    });
  return [child("Ada", 9), child("Bru", 8), child("Cesc", 6)];
}

/** Fills in empty fields and continues. */
async function answerStep(wizard: Wizard, answers: FormInput, count: InteractionCount) {
  const currentValues = await wizard.readValues();
  for (const name of await wizard.controlNames()) {
    const value = answers[name];
    if (value === undefined || value === (currentValues[name] ?? "")) continue;
    const isText = await wizard
      .control(name)
      .first()
      .evaluate((control) => control.matches("textarea, input:not([type=radio]):not([type=checkbox])"));
    if (isText) [count.fields, count.characters] = [count.fields + 1, count.characters + value.length];
    else count.taps += 1;
    await wizard.fill(name, value);
  }
  [count.taps, count.pages] = [count.taps + 1, count.pages + 1];
  await wizard.continue();
}

/** From a step to check answers. */
async function countToCheckAnswers(wizard: Wizard, answers: FormInput): Promise<InteractionCount> {
  const count = createEmptyCount();
  while (wizard.step() !== "check") await answerStep(wizard, answers, count);
  return count;
}

/** A tap that leads to another page. */
async function countTap(wizard: Wizard, name: string | RegExp): Promise<InteractionCount> {
  const url = wizard.page.url();
  await wizard.main.locator("a, button").filter({ hasText: name }).first().click();
  await wizard.page.waitForURL(({ href }) => href !== url);
  return { ...createEmptyCount(), taps: 1, pages: 1 };
}

/** From the home page with one child to check answers. */
export async function countStart(wizard: Wizard, answers: FormInput): Promise<InteractionCount> {
  await wizard.page.goto(wizard.url());
  const start = await countTap(wizard, /./);
  return addCounts(start, await countToCheckAnswers(wizard, answers));
}

/** One more child, from check answers and back. */
export async function countNextChild(wizard: Wizard, answers: FormInput): Promise<InteractionCount> {
  return addCounts(
    await countTap(wizard, "Añadir otro hijo o hija"),
    await countToCheckAnswers(wizard, answers),
  );
}

export async function countSubmit(wizard: Wizard): Promise<InteractionCount> {
  await wizard.submit();
  return { ...createEmptyCount(), taps: 2, pages: 1 };
}

/**
 * Keystroke-level model on a phone, in seconds: 36.2 words a minute (Palin and others, 2019); pointing and
 * thinking after Card, Moran and Newell; response of a page.
 */
const SECONDS = { character: 60 / (36.2 * 5), tap: 1.1, thought: 1.35, page: 1 };

/** Thinking and pointing for each field and tap. */
const getMinutes = ({ fields, characters, taps, pages }: InteractionCount) =>
  ((fields + taps) * (SECONDS.tap + SECONDS.thought) +
    characters * SECONDS.character +
    pages * SECONDS.page) /
  60;

const formatRow = (label: string, count: InteractionCount) =>
  `| ${label} | ${count.fields} | ${count.taps} | ${count.pages} | ${getMinutes(count).toFixed(1)} |`;

/** Equals the numbers in the documentation. */
export async function expectInteractionCount(counts: Record<string, InteractionCount>) {
  const doc = (await readFile(path.resolve(import.meta.dirname, "../../docs/families.md"), "utf8")).replace(
    / +/g,
    " ",
  );
  const rows = Object.entries(counts).map(([label, count]) => formatRow(label, count));
  expect(rows.filter((row) => !doc.includes(row))).toEqual([]);
}

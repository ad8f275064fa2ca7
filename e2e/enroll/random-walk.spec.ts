import { getAge } from "@/lib/platform/dates";
import { createRandom, type Random } from "@/test/soak/random";
import { aMinor, anAdult, anEmail, yearsAgo } from "@/test/support/data/factories";
import { type FormInput, toFormInput } from "../support/answers";
import type { Wizard } from "../support/pages/wizard";
import type { Database } from "../support/servers/school";
import { storedEnrollment } from "../support/stored-enrollment";
import { expect, test } from "../support/test";

// The random walk of lib/wizard/drafts/walk.test.ts in a browser. The oracle is a notebook with the values of
// each accepted page. WALKS=50 for more, WALK=7 for a single one.

const MOVES = Number(process.env.WALK_MOVES ?? 8);
const seeds = process.env.WALK
  ? [Number(process.env.WALK)]
  : Array.from({ length: Number(process.env.WALKS ?? 2) }, (_, at) => at + 1);

type Family = {
  wizard: Wizard;
  random: Random;
  /** Accepted values, by child in order. */
  notebook: FormInput[];
  trail: string[];
};

for (const seed of seeds) {
  test.describe(`random walk ${seed}`, () => {
    test.use({ javaScriptEnabled: seed % 2 === 1, viewport: { width: 360, height: 740 } });

    test("W2, families 1: there is no dead end, and what is sent is what is still asked", async ({
      wizard,
      database,
    }) => {
      const random = createRandom(seed);
      const begun = somebody(random, seed % 3 === 0);
      const family: Family = { wizard, random, notebook: [toFormInput(begun)], trail: [] };
      await wizard.hurryTo("specialities", begun);
      await test.step(`WALK=${seed}`, async () => {
        for (let moves = 0; moves < MOVES; moves++) await move(family);
        await sent(family);
      });
      for (const notes of family.notebook) await expectStored(database, notes, family.trail);
    });
  });
}

/** Another person each time; optional answers sometimes. */
function somebody(random: Random, adult: boolean) {
  const own = {
    student_name: `Student ${random.below(1000)}`,
    student_email: anEmail("walker"),
    enrollment_observations: random.oneOf([undefined, `Said ${random.below(1000)}`]),
  };
  if (adult) return anAdult({ ...own, student_birth_date: yearsAgo(20 + random.below(40)) });
  return aMinor({
    ...own,
    guardians: random.oneOf([1, 2]),
    student_birth_date: yearsAgo(4 + random.below(13), -random.below(300)),
  });
}

const ways = [
  "on",
  "on",
  "on",
  "on",
  "back",
  "born",
  "blank",
  "reload",
  "language",
  "add",
  "turn",
  "remove",
] as const;

async function move(family: Family) {
  const { wizard, random } = family;
  const { page } = wizard;
  const way = random.oneOf(ways);
  family.trail.push(`${way} at ${wizard.step()}`);
  if (way === "reload") await page.reload();
  else if (way === "back") await arrive(wizard, () => wizard.main.locator("a").first().click());
  else if (way === "language") family.wizard = await wizard.switchTo(wizard.locale === "es" ? "ca" : "es");
  else if (way === "blank") await leftBlank(family);
  else if (way === "born") await bornAnew(family);
  else if (way === "on") await answered(family);
  else await amongChildren(family, way);
  if (family.wizard.step() === "start") await page.goto(family.wizard.url("/check"));
}

/** Navigates and waits for the next page. */
async function arrive({ page, main }: Wizard, act: () => Promise<void>) {
  const before = page.url();
  await act();
  await expect(page).not.toHaveURL(before);
  await page.waitForLoadState();
  await expect(main.locator("h1").first()).toBeVisible();
}

/** Submits an empty required field. */
async function leftBlank({ wizard }: Family) {
  const text = wizard.form.locator('input[type="text"], input[type="email"], textarea').first();
  if (wizard.step() !== "check" && (await text.isVisible())) await text.fill("");
  await wizard.page.reload();
}

async function bornAnew(family: Family) {
  const { wizard, random } = family;
  await wizard.page.goto(wizard.url("/birth-date"));
  if (wizard.step() === "birth-date") await answered(family, random.below(2) === 0);
}

/** Answers the current page; notes its values if it was accepted. */
async function answered(family: Family, adult?: boolean) {
  const { wizard, random, notebook } = family;
  const step = wizard.step();
  if (step === "check" || step === "start") return;
  const at = await placeOf(wizard);
  const grown = adult ?? isGrown(notebook[at] as FormInput);
  await wizard.answer({ enrollment_observations: "", ...toFormInput(somebody(random, grown)) });
  const choice = wizard.control("student_speciality_option1");
  if (step === "specialities") await choice.selectOption({ index: 1 + random.below(5) });
  const held = await wizard.held();
  await wizard.next.click();
  await expect.poll(async () => wizard.step() !== step || (await wizard.problems.count()) > 0).toBe(true);
  await wizard.page.waitForLoadState();
  if (wizard.step() === step) family.trail.push(`${step} was refused`);
  else note(family, at, held);
}

/** The child's position, from the page's caption. */
async function placeOf({ main }: Wizard): Promise<number> {
  const caption = await main.getByText(/(?:Hijo o hija|Fill o filla) \d+/).allTextContents();
  return Number(/\d+/.exec(caption[0] ?? "")?.[0] ?? 1) - 1;
}

/** The guardian's values apply to all children. */
function note(family: Family, at: number, held: FormInput) {
  const ofAll = Object.entries(held).filter(([name]) => name.startsWith("guardian_"));
  family.notebook = family.notebook.map((notes, place) => ({
    ...notes,
    ...(place === at ? held : Object.fromEntries(ofAll)),
  }));
}

/** Adds, selects or removes a child, if the page offers it. */
async function amongChildren(family: Family, way: "add" | "turn" | "remove") {
  const { wizard, random } = family;
  await wizard.page.goto(wizard.url("/children"));
  const buttons = wizard.main.locator(`button[name=child][value^="${way}"]`);
  const count = await buttons.count();
  if (count === 0) return void (await wizard.page.goto(wizard.url("/check")));
  const at = random.below(count);
  const from = way === "add" ? await currentPlace(family) : 0;
  await arrive(wizard, () => buttons.nth(at).click());
  if (way === "remove") family.notebook.splice(at, 1);
  if (way === "add") family.notebook.push(takenOver(family.notebook[from] as FormInput));
}

/** The child whose answers a new one copies. */
async function currentPlace({ wizard, notebook }: Family): Promise<number> {
  if (notebook.length === 1) return 0;
  const back = wizard.page.url();
  await wizard.page.goto(wizard.url("/student-name"));
  const at = await placeOf(wizard);
  await wizard.page.goto(back);
  return at;
}

const takenOver = (notes: FormInput): FormInput =>
  Object.fromEntries(Object.entries(notes).filter(([name]) => name.startsWith("guardian_")));

/** Completes the form from any state. */
async function sent(family: Family) {
  const { wizard, trail } = family;
  for (let pages = 0; wizard.step() !== "done"; pages++) {
    expect(pages, `no end: ${trail.join(", ")}`).toBeLessThan(80);
    trail.push(wizard.step());
    if (wizard.step() !== "check") await answered(family);
    else {
      await wizard.put("terms_and_conditions", "on");
      await arrive(wizard, () => wizard.next.click());
    }
  }
}

const dateIn = (notes: FormInput, field: string) =>
  ["year", "month", "day"].map((part) => notes[`${field}_${part}`]?.padStart(2, "0")).join("-");

const isGrown = (notes: FormInput) => getAge(dateIn(notes, "student_birth_date"), yearsAgo(0)) >= 18;

/** Stored values equal the noted ones, for the questions that were asked. */
async function expectStored(database: Database, notes: FormInput, trail: string[]) {
  const grown = isGrown(notes);
  const { record } = await storedEnrollment(database, String(notes.student_email));
  const wished = notes.student_speciality_option1;
  const guardian = {
    name: notes.guardian_name,
    email: notes.guardian_email,
    document: notes.guardian_document,
    phone: notes.guardian_phone,
    address: notes.guardian_address,
  };
  const second = notes.has_second_guardian === "yes" ? [{ email: notes.second_guardian_email }] : [];
  expect({ trail, ...record }).toMatchObject({
    trail,
    observations: notes.enrollment_observations || null,
    specialities: { 1: Number(wished) },
    student: {
      name: notes.student_name,
      birth_date: dateIn(notes, "student_birth_date"),
      phone: grown ? notes.student_phone : null,
    },
    guardians: grown ? [] : [guardian, ...second],
  });
}

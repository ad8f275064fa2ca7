import fc from "fast-check";
import { expect, test } from "vitest";
import { addRules, adultRules, minorRules } from "@/lib/enrollment/rules";
import { adultEnrollmentSchema, minorEnrollmentSchema } from "@/lib/enrollment/schema";
import { invalidate } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import {
  createFormFlow,
  createSubmission,
  type FormFlow,
  findFirstOpenChild,
  findFirstOpenStep,
  isDone,
  listAskedFields,
  validateStep,
} from "@/lib/wizard/drafts/form-flow";
import { getFormSchool } from "@/lib/wizard/drafts/queries";
import { saveAnswers, saveInput } from "@/lib/wizard/drafts/verbs";
import { type ChildContent, createEmptyDraft, type DraftContent } from "@/lib/wizard/drafts/writes";
import type { ExistingPeople } from "@/lib/wizard/existing-people";
import { toRawInput } from "@/lib/wizard/form-values";
import { getStep, isSharedField, type StepId } from "@/lib/wizard/steps";
import type { Answers, FormField } from "@/lib/wizard/types";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult, anEmail, yearsAgo } from "@/test/support/data/factories";
import { addChild, countChildren, listChildKeys, removeChild, selectChildByKey } from "./children";

// A family walks the form at random, without a browser. The oracle is a plain notebook: what was accepted
// last on a page, by child and field. It knows no branch, no step and nothing of what a draft carries along.

const { current, next } = await seedDemoSchool();
const years = [current.id, next.id];
await prisma().schoolYear.update({
  where: { id: next.id },
  data: { startEnrollment: new Date("2020-01-01") },
});
invalidate("catalogue");
const school = await getFormSchool();
expect(school.openYears.map(({ id }) => id)).toEqual(years);

const kinds = ["on", "back", "born", "year", "wrong", "reload", "add", "turn", "remove"] as const;
type Move = { kind: (typeof kinds)[number]; at: number };
const moves = fc.array(
  fc.record({
    kind: fc.oneof(
      ...kinds.map((kind) => ({ weight: kind === "on" ? 12 : 2, arbitrary: fc.constant(kind) })),
    ),
    at: fc.nat(30),
  }),
  { maxLength: 24 },
);

/** Whom the school knows when the walk begins: nobody, the guardian, a child of theirs, an adult. */
const knownOnes = fc.constantFrom("nobody", "nobody", "guardian", "child", "self");

type Family = { content: DraftContent; notebook: Map<number, Answers>; people: number };

function familyOf(whom: string): Family {
  const known = knownTo(whom);
  const content = { ...createEmptyDraft(), ...(known && { by: "me", known }) };
  const student = { child: "child", self: "me" }[whom];
  return { content: { ...content, ...(student && { student }) }, notebook: new Map(), people: 0 };
}

function knownTo(whom: string): ExistingPeople | undefined {
  const [adult, minor] = [anAdult(), aMinor({ student_birth_date: yearsAgo(9) })];
  const of = (body: object, person: string) =>
    Object.fromEntries(Object.entries(body).filter(([field]) => field.startsWith(person))) as Answers;
  if (whom === "guardian")
    return { people: ["guardian"], answers: of(minor, "guardian_"), years: [], returns: false, others: [] };
  // Of an adult who was a child of the school, something is missing.
  const { student_document: _, student_address: __, ...self } = of(adult, "student_");
  if (whom === "self")
    return { people: ["student"], answers: self, years: [years[0] as number], returns: true, others: [] };
  const { student_experience_years: ___, ...child } = { ...of(minor, "student_"), ...of(minor, "guardian_") };
  if (whom === "child")
    return {
      people: ["guardian", "student", "second_guardian"],
      answers: child,
      years: [],
      returns: true,
      others: [],
    };
}

/** What somebody would answer on any page: other people each time, and every optional thing now and then. */
function answersFor(family: Family, adult: boolean, born?: string): Answers {
  family.people += 1;
  const { people, content } = family;
  const year = Number(content.answers.school_year_id ?? years[people % 2]);
  const { specialities, syllabi } = school.context.schoolYears.find(({ id }) => id === year) ?? {
    specialities: [],
    syllabi: [],
  };
  const body = adult ? anAdult() : aMinor({ guardians: 2 });
  const { terms_and_conditions, ...rest } = { ...anAdult(), ...body };
  return {
    ...rest,
    school_year_id: years[people % 2],
    student_name: `Student ${people}`,
    ...(!adult && people % 2 === 0 && { guardian_email: anEmail("berta").replace(/@.*/, "@gmail.com") }),
    student_email: anEmail("student"),
    student_birth_date: born ?? (adult ? yearsAgo(30) : yearsAgo(5 + (people % 9))),
    has_student_email: people % 3 ? "yes" : "no",
    has_second_guardian: people % 3 ? "yes" : "no",
    student_same_address: people % 4 ? undefined : "yes",
    student_speciality_option1: specialities[people % specialities.length],
    student_syllabi_option1: people % 5 ? syllabi[people % syllabi.length] : undefined,
    studies_later: people % 5 ? undefined : "yes",
    enrollment_observations: people % 2 ? `Said ${people}` : undefined,
  };
}

/** Answers a page; what it accepts is noted. */
function answered(family: Family, step: StepId, answers: Answers): boolean {
  const flow = createFormFlow(family.content, school);
  const fields = listAskedFields(step, flow);
  const { values, problems } = validateStep(step, toRawInput(answers, fields), flow, school);
  if (Object.keys(problems).length > 0) return false;
  const before = nowChosen(family);
  family.content = saveAnswers(family.content, step, values, school);
  for (const field of fields) note(family, field, values[field]);
  if (fields.includes("school_year_id")) for (const one of before) carry(family, one);
  return true;
}

const keyOf = ({ key = 0 }: ChildContent) => key;
const page = (family: Family, key: number) => family.notebook.get(key) ?? {};

function note(family: Family, field: FormField, value: unknown) {
  const keys = isSharedField(field) ? listChildKeys(family.content) : [keyOf(family.content)];
  for (const key of keys) family.notebook.set(key, { ...page(family, key), [field]: value });
}

const CHOICES = ["student_speciality_option1", "student_syllabi_option1"] as const;
type Chosen = { key: number; field: (typeof CHOICES)[number]; name: string | undefined };

/** What is chosen, by the names that people read. */
const nowChosen = (family: Family): Chosen[] =>
  listChildKeys(family.content).flatMap((key) =>
    CHOICES.map((field) => ({ key, field, name: nameOf(family, key, field) })),
  );

function nameOf(family: Family, key: number, field: Chosen["field"]) {
  const { school_year_id: year, [field]: id } = page(family, key);
  return named(Number(year), field).find((one) => one.id === id)?.name;
}

function named(year: number, field: Chosen["field"]) {
  const catalogue = school.getCatalogue(year);
  if (field === "student_speciality_option1") return catalogue?.specialities.items ?? [];
  return (catalogue?.syllabi.items ?? []).map(({ id, name, course, degree }) => ({
    id,
    name: [degree.name, course.number, name].join(),
  }));
}

/** Another year has the same choice under another number, or has it no more. */
function carry(family: Family, { key, field, name }: Chosen) {
  const notes = page(family, key);
  if (notes[field] === undefined) return;
  const same = named(Number(notes.school_year_id), field).find((one) => one.name === name);
  family.notebook.set(key, { ...notes, [field]: same?.id });
}

function move(family: Family, { kind, at }: Move) {
  const { content } = family;
  const flow = createFormFlow(content, school);
  const open = findFirstOpenStep(flow, school);
  const keys = listChildKeys(content);
  const key = keys[at % keys.length] as number;
  const adult = flow.branch === undefined ? at % 2 === 0 : flow.branch === "adult";
  const reached = flow.steps.slice(0, flow.steps.indexOf(open) + 1).filter((step) => step !== "check");
  const somewhere = reached[at % Math.max(reached.length, 1)];
  if (kind === "turn") family.content = selectChildByKey(content, key);
  else if (kind === "remove") family.content = removeChild(content, key);
  else if (kind === "reload") family.content = JSON.parse(JSON.stringify(content)) as DraftContent;
  else if (kind === "add") added(family);
  else if (kind === "wrong" && somewhere)
    family.content = saveInput(content, somewhere, {
      typed: toRawInput(answersFor(family, !adult), listAskedFields(somewhere, flow)),
    });
  else if (kind === "born") visit(family, "birth-date", answersFor(family, adult, yearsAgo(at)));
  else if (kind === "year") visit(family, "school-year", answersFor(family, adult));
  else if (kind === "back" && somewhere) answered(family, somewhere, answersFor(family, adult));
  else if (kind === "on" && open !== "check") answered(family, open, answersFor(family, adult));
}

/** A page that is asked on this way and has been reached. */
function visit(family: Family, step: StepId, answers: Answers) {
  const flow = createFormFlow(family.content, school);
  const open = flow.steps.indexOf(findFirstOpenStep(flow, school));
  if (flow.steps.includes(step) && flow.steps.indexOf(step) <= open) answered(family, step, answers);
}

/** A child more takes over what was said of a family, as its first page says. */
function added(family: Family) {
  const { content } = family;
  if (findFirstOpenChild(content, school) || createFormFlow(content, school).branch !== "minor") return;
  family.content = addChild(content);
  const shared = Object.entries(page(family, keyOf(content))).filter(([field]) => isSharedField(field));
  if (countChildren(family.content) > countChildren(content))
    family.notebook.set(keyOf(family.content), { ...Object.fromEntries(shared) });
}

/** Answers open steps until check answers: there is never a dead end. */
function ledToTheEnd(family: Family) {
  for (let pages = 0; pages < 300; pages++) {
    const flow = createFormFlow(family.content, school);
    const step = findFirstOpenStep(flow, school);
    const open = step === "check" ? findFirstOpenChild(family.content, school) : undefined;
    if (step === "check" && !open) return;
    if (open)
      family.content = selectChildByKey(family.content, listChildKeys(family.content)[open.index] as number);
    else {
      const minor =
        flow.branch === "minor" || countChildren(family.content) > 1 || isNewChild(family.content);
      const tries = [0, 1, 2, 3, 4].some(() => answered(family, step, answersFor(family, !minor)));
      expect(tries, `a dead end at ${step}`).toBe(true);
    }
  }
  throw new Error("never at check answers");
}

const isNewChild = ({ by, student }: DraftContent) => by !== undefined && student === undefined;

const NEVER_SENT = ["has_student_email", "has_second_guardian", "student_same_address", "studies_later"];
const ADDRESS = ["country", "address", "zip_code", "city"] as const;

/** Expects a submission with the noted answers of the asked fields, without existing data. */
function expectNotesSubmitted(family: Family) {
  for (const key of listChildKeys(family.content)) {
    const flow = createFormFlow(selectChildByKey(family.content, key), school);
    const { known } = flow.content;
    const notes = withTag({ ...page(family, key), ...known?.answers });
    const fields = answeredSteps(flow).flatMap((step) => listAskedFields(step, flow));
    expect(fields.filter((field) => known?.answers[field] !== undefined)).toEqual([]);
    const body = createSubmission(flow);
    const expected = Object.fromEntries(fields.map((field) => [field, notes[field]]));
    if (notes.student_same_address === "yes" && fields.includes("student_same_address"))
      for (const part of ADDRESS) expected[`student_${part}`] = notes[`guardian_${part}`];
    for (const name of NEVER_SENT) delete expected[name];
    expect(withoutBlanks(body)).toEqual(
      withoutBlanks({ ...expected, school_year_id: notes.school_year_id, terms_and_conditions: true }),
    );
    const all = { ...body, ...known?.answers };
    const parsed =
      flow.branch === "adult"
        ? addRules(adultEnrollmentSchema, adultRules, school.context).safeParse(all)
        : addRules(minorEnrollmentSchema, minorRules, school.context).safeParse(all);
    expect(parsed.error?.issues ?? []).toEqual([]);
  }
}

/** Without blanks; the country or type of a number only with the number. */
const withoutBlanks = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).filter(([field, value]) => {
      const match = /^(.+)_(?:document_type|phone_country_code)$/.exec(field);
      const number = match && `${match[1]}_${field.endsWith("type") ? "document" : "phone"}`;
      return value !== undefined && (!number || body[number] !== undefined);
    }),
  );

/** All but the page to which nobody is led, unless they went there in this branch. */
const answeredSteps = (flow: FormFlow) =>
  flow.steps.filter(
    (step) =>
      !getStep(step).isSkipped ||
      listAskedFields(step, flow).every((field) => flow.content.done.includes(field)),
  );

/** A child without an address of its own is written to at its guardian's, where tags are known to arrive. */
function withTag(notes: Answers): Answers {
  const { guardian_email, student_name, student_email } = notes;
  if (student_email !== undefined || !String(guardian_email).endsWith("@gmail.com")) return notes;
  const tag = String(student_name).toLowerCase().replace(" ", "");
  return { ...notes, student_email: String(guardian_email).replace("@", `+${tag}@`) };
}

/** Expects the noted answers also in an unfinished draft. */
function expectNotesInDraft(family: Family) {
  const flow = createFormFlow(family.content, school);
  const notes = page(family, keyOf(family.content));
  const done = answeredSteps(flow).filter((step) => isDone(step, flow));
  const fields = done
    .flatMap((step) => listAskedFields(step, flow))
    .filter((field) => field !== "has_student_email");
  const pickFields = (all: Answers) => Object.fromEntries(fields.map((field) => [field, all[field]]));
  expect(pickFields(flow.answers)).toEqual(pickFields(withTag({ ...notes, ...flow.content.known?.answers })));
}

test("W2, families 1, 5: random walks never reach a dead end and send only current questions", () => {
  fc.assert(
    fc.property(knownOnes, moves, (whom, walk) => {
      const family = familyOf(whom);
      for (const one of walk) {
        move(family, one);
        expectNotesInDraft(family);
      }
      ledToTheEnd(family);
      expectNotesSubmitted(family);
    }),
    { numRuns: 1000 },
  );
});

import { beforeAll, expect, test } from "vitest";
import type { Answers } from "@/lib/form/answers";
import { typedFrom } from "@/lib/form/form-values";
import { stepIds } from "@/lib/form/steps";
import { stepAt } from "@/lib/form/steps-of-before";
import { aMinor, anAdult } from "@/test/factories";
import { aSchool } from "@/test/school";
import type { DraftContent } from "./draft";
import { askedOn, checkStep, firstOpenStep, flowOf, problemsOnOpening, submissionOf } from "./form-flow";
import { type FormSchool, formSchool } from "./form-school";
import { asKept, asNow } from "./kept-draft";
import { withAnswers } from "./save-step";

let school: FormSchool;
beforeAll(async () => {
  await aSchool();
  school = await formSchool();
});

/** The steps of the version before, in its order, with what each asked. */
const before: Record<"adult" | "minor", [string, RegExp][]> = {
  minor: [
    ["birth-date", /^student_birth_date$/],
    ["guardian-name", /^guardian_(name|surname|birth_date)$/],
    ["guardian-document", /^guardian_document/],
    ["guardian-contact", /^guardian_(email|phone)/],
    ["guardian-address", /^guardian_(country|address|zip_code|city)$/],
    ["second-guardian", /second_guardian/],
    ["student-name", /^student_(name|surname|email)$/],
    ["student-more", /^add_student_details$/],
    ["experience", /experience/],
    ["specialities", /student_speciality_option/],
    ["syllabi", /syllabi/],
    ["observations", /observations/],
  ],
  adult: [
    ["birth-date", /^student_birth_date$/],
    ["student-name", /^student_(name|surname)$/],
    ["student-document", /^student_document/],
    ["student-contact", /^student_(email|phone)/],
    ["student-address", /^student_(country|address|zip_code|city)$/],
    ["experience", /experience/],
    ["specialities", /student_speciality_option/],
    ["syllabi", /syllabi/],
    ["observations", /observations/],
  ],
};

const bodies = () => {
  const { terms_and_conditions: _, ...adult } = anAdult();
  const { terms_and_conditions: __, ...minor } = aMinor({ guardians: 2 });
  return { adult, minor: { ...minor, has_second_guardian: "yes", add_student_details: "no" } };
};

/** A draft as the version before kept it, with so many steps answered, and something typed on the next. */
function earlier(branch: "adult" | "minor", count: number) {
  const body: Record<string, unknown> = bodies()[branch];
  const done = before[branch].slice(0, count);
  const answers = Object.entries(body).filter(([field]) => done.some(([, asks]) => asks.test(field)));
  const [next] = before[branch][count] ?? ["check"];
  const content = {
    branch: count > 0 ? branch : undefined,
    answers: Object.fromEntries(answers),
    done: done.map(([step]) => step),
    given: ["experience", "still-right"],
    pending: { [next]: { typed: {} } },
  };
  return { body, content: JSON.parse(JSON.stringify(content)) as DraftContent };
}

const counts = (["minor", "adult"] as const).flatMap((branch) =>
  Array.from({ length: before[branch].length + 1 }, (_, count) => [branch, count] as const),
);

test.each(counts)(
  "families 35: a draft of before, %s with %i steps answered, opens where something is missing and is sent whole",
  (branch, count) => {
    const { body, content: kept } = earlier(branch, count);
    let content = asNow(kept);
    for (const one of [...Object.keys(content.pending ?? {}), ...(content.given ?? [])])
      expect(stepIds).toContain(one);
    for (;;) {
      const flow = flowOf(content, school);
      const step = firstOpenStep(flow, school);
      if (step === "check") break;
      expect(problemsOnOpening(step, flow, school), step).toEqual({});
      const missing = askedOn(step, flow).filter((field) => !flow.content.done.includes(field));
      expect(missing, step).not.toEqual([]);
      const said = { has_student_email: "yes", ...body } as Answers;
      const { values, problems } = checkStep(step, typedFrom(said, askedOn(step, flow)), flow, school);
      expect(problems).toEqual({});
      content = withAnswers(content, step, values, school);
    }
    const { has_second_guardian, add_student_details, ...sent } = body;
    const given = Object.entries(submissionOf(flowOf(content, school))).filter(
      ([, value]) => value !== undefined,
    );
    expect(Object.fromEntries(given)).toEqual({ ...sent, terms_and_conditions: true });
  },
);

test("families 35: a process of the version before reads what is kept now, step by step", () => {
  for (const branch of ["adult", "minor"] as const) {
    const { content } = earlier(branch, before[branch].length);
    const kept = asKept(asNow(content));
    const steps = content.done.filter((step) => step !== "student-more");
    expect(kept.done).toEqual(expect.arrayContaining(steps));
    expect(asNow(kept)).toEqual(asNow(content));
  }
});

test.each([
  ["guardian-document", "minor", "guardian-name"],
  ["guardian-address", "minor", "guardian-contact"],
  ["second-guardian", "minor", "student-name"],
  ["second-guardian", "adult", "student-name"],
  ["student-document", "minor", "student-more"],
  ["student-document", "adult", "student-name"],
  ["student-address", "minor", "student-more"],
  ["student-address", "adult", "student-contact"],
  ["experience", "minor", "specialities"],
  ["syllabi", "adult", "specialities"],
  ["observations", "adult", "specialities"],
  ["student-more", "minor", "student-more"],
  ["still-right", "minor", "check"],
  ["constructor", "minor", undefined],
] as const)("families 35: the address %s of before leads a %s to %s", (address, branch, step) => {
  expect(stepAt(address, branch)).toBe(step);
});

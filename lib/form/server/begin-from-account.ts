import { type EnrollablePerson, listEnrollablePeople } from "@/lib/enrollment/enrollable";
import { findLastStudies } from "@/lib/enrollment/last-studies";
import type { Answers } from "@/lib/form/answers";
import { getBranch, type StepId, findStep } from "@/lib/form/steps";
import { bindDraft } from "./bind-draft";
import { type DraftContent, createEmptyDraft } from "./draft";
import type { FormSchool } from "./form-school";
import { saveAnswers } from "./save-step";

/** A child whom the school does not know yet. */
export const NEW_CHILD = "new";

type Chosen = { year?: number; studies?: Answers };

/**
 * What a signed-in person begins with: for themselves, for a child whom the school knows, or for a new one
 * (families 5). What they have begun already goes on where it is about the same.
 *
 * @param whom a student's id, or `NEW_CHILD`
 * @param chosen the school year, and what of it, where that was chosen already
 * @param before the draft of this browser; itself again when it is about the same in this account
 * @returns undefined when they may not enroll that student
 */
export async function startFromAccount(
  by: string,
  whom: string,
  school: FormSchool,
  before: DraftContent = createEmptyDraft(),
  chosen: Chosen = {},
): Promise<DraftContent | undefined> {
  const people = await listEnrollablePeople(by, school.context.today);
  const one = people.find(({ person }) => person.id === whom);
  if (people.length === 0 || (whom !== NEW_CHILD && !one)) return;
  if (before.by === by && !before.sent && before.student === one?.person.id) return before;
  const kept = before.by || before.sent ? createEmptyDraft() : before;
  const branch = getBranch(kept.answers, school.context.today);
  if (!one) return bindDraft(branch === "adult" ? createEmptyDraft() : kept, by);
  if (one.isOwn && branch === "adult") return bindDraft(kept, by);
  return one.enrollments.length === 0
    ? { ...createEmptyDraft(), by, student: whom }
    : nextYear(by, one, school, chosen);
}

/** The years that still take an enrollment of a student. */
export const listYearsLeft = ({ enrollments }: EnrollablePerson, { open }: FormSchool) =>
  open.filter((year) => !enrollments.some(({ isActive, schoolYearId }) => isActive && schoolYearId === year.id));

/**
 * A year more: the only one that is left needs no question, and what was chosen for it, or else the same specialities,
 * are filled in.
 */
async function nextYear(
  by: string,
  one: EnrollablePerson,
  school: FormSchool,
  chosen: Chosen,
): Promise<DraftContent> {
  const last = await findLastStudies(one.person.id);
  const left = listYearsLeft(one, school);
  const year = left.find(({ id }) => id === chosen.year) ?? (left.length === 1 ? left[0] : undefined);
  const content: DraftContent = {
    by,
    student: one.person.id,
    ...(last && { choicesOf: last.schoolYearId }),
    answers: last?.specialities ?? {},
    done: [],
  };
  const asksForYear = findStep("school_year_id", "adult") as StepId;
  if (!year) return content;
  // The only year that is left, or the one that was chosen, is no page of theirs, and none that is counted.
  const given = { ...content, given: [asksForYear] };
  const begun = saveAnswers(given, asksForYear, { school_year_id: year.id }, school);
  return year.id === chosen.year ? { ...begun, answers: { ...begun.answers, ...chosen.studies } } : begun;
}

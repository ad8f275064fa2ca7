import { type Enrollable, enrollableBy } from "@/lib/enrollment/enrollable";
import { lastStudies } from "@/lib/enrollment/last-studies";
import type { Answers } from "@/lib/form/answers";
import { branchOf, type StepId, stepOf } from "@/lib/form/steps";
import { boundTo } from "./bind-draft";
import { type DraftContent, emptyDraft } from "./draft";
import type { FormSchool } from "./form-school";
import { withAnswers } from "./save-step";

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
export async function beginFromAccount(
  by: string,
  whom: string,
  school: FormSchool,
  before: DraftContent = emptyDraft(),
  chosen: Chosen = {},
): Promise<DraftContent | undefined> {
  const people = await enrollableBy(by, school.context.today);
  const one = people.find(({ person }) => person.id === whom);
  if (people.length === 0 || (whom !== NEW_CHILD && !one)) return;
  if (before.by === by && !before.sent && before.student === one?.person.id) return before;
  const kept = before.by || before.sent ? emptyDraft() : before;
  const branch = branchOf(kept.answers, school.context.today);
  if (!one) return boundTo(branch === "adult" ? emptyDraft() : kept, by);
  if (one.isOwn && branch === "adult") return boundTo(kept, by);
  return one.enrollments.length === 0
    ? { ...emptyDraft(), by, student: whom }
    : nextYear(by, one, school, chosen);
}

/** The years that still take an enrollment of a student. */
export const yearsLeft = ({ enrollments }: Enrollable, { open }: FormSchool) =>
  open.filter((year) => !enrollments.some(({ stands, schoolYearId }) => stands && schoolYearId === year.id));

/**
 * A year more: the only one that is left needs no question, and what was chosen for it, or else the same specialities,
 * are filled in.
 */
async function nextYear(
  by: string,
  one: Enrollable,
  school: FormSchool,
  chosen: Chosen,
): Promise<DraftContent> {
  const last = await lastStudies(one.person.id);
  const left = yearsLeft(one, school);
  const year = left.find(({ id }) => id === chosen.year) ?? (left.length === 1 ? left[0] : undefined);
  const content: DraftContent = {
    by,
    student: one.person.id,
    ...(last && { choicesOf: last.schoolYearId }),
    answers: last?.specialities ?? {},
    done: [],
  };
  const asksForYear = stepOf("school_year_id", "adult") as StepId;
  if (!year) return content;
  // The only year that is left, or the one that was chosen, is no page of theirs, and none that is counted.
  const given = { ...content, given: [asksForYear] };
  const begun = withAnswers(given, asksForYear, { school_year_id: year.id }, school);
  return year.id === chosen.year ? { ...begun, answers: { ...begun.answers, ...chosen.studies } } : begun;
}

import type { Answers, Branch } from "@/lib/form/answers";
import {
  pickAnswers,
  listFields,
  listStepFields,
  isBeforeBranch,
  isPersonStep,
  type StepId,
  stepIds,
} from "@/lib/form/steps";
import type { DraftContent } from "./draft";

/**
 * A draft as a branch reads it (W2). What was answered about people in another branch is put
 * aside, unread, until the family comes back to that branch. All that follows the birth date is asked
 * again, filled in with what is known.
 */
export function switchBranch(content: DraftContent, branch: Branch | undefined): DraftContent {
  const { branch: before, answers, done, left = {}, pending = {} } = content;
  if (!branch || branch === before) return content;
  if (!before) return { ...content, branch };

  const people = pickAnswers(
    stepIds.filter(isPersonStep).flatMap((step) => listFields(step, before)),
    answers,
  );
  const others = Object.fromEntries(Object.entries(answers).filter(([field]) => !(field in people)));
  return {
    ...content,
    branch,
    answers: { ...(left[branch] ?? copyPeople[branch]({ ...people, ...birthDateOf(answers) })), ...others },
    left: Object.keys(people).length > 0 ? { ...left, [before]: people } : left,
    done: done.filter((one) => beforeBranch.includes(one)),
    pending: Object.fromEntries(Object.entries(pending).filter(([step]) => !isPersonStep(step as StepId))),
  };
}

const beforeBranch: readonly string[] = stepIds.filter(isBeforeBranch).flatMap(listStepFields);

const birthDateOf = ({ student_birth_date }: Answers): Answers => ({ student_birth_date });

/**
 * What is known of a branch's people from the other one. The adult who filled in is a minor's guardian,
 * so that nothing of theirs becomes the child's; a minor who turns out to be an adult is the same student.
 */
const copyPeople: Record<Branch, (aside: Answers) => Answers> = {
  minor: (aside) => renamed(aside, /^student_/, "guardian_"),
  adult: (aside) => renamed(aside, /^student_/, "student_"),
};

function renamed(answers: Answers, prefix: RegExp, other: string): Answers {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([field, value]) =>
      prefix.test(field) ? [[field.replace(prefix, other), value]] : [],
    ),
  );
}

import {
  isBeforeBranch,
  isPersonStep,
  listFields,
  listStepFields,
  pickAnswers,
  type StepId,
  stepIds,
} from "@/lib/wizard/steps";
import type { Answers, Branch } from "@/lib/wizard/types";
import type { DraftContent } from "./writes";

const beforeBranch: readonly string[] = stepIds.filter(isBeforeBranch).flatMap(listStepFields);

/**
 * People of one branch as those of the other: an adult who filled in becomes a minor's guardian, and none of their data
 * the child's; a minor who is an adult after all stays the same student.
 */
const copyPeople: Record<Branch, (aside: Answers) => Answers> = {
  minor: (aside) => renamed(aside, /^student_/, "guardian_"),
  adult: (aside) => renamed(aside, /^student_/, "student_"),
};

/**
 * The draft in another branch (W2). Answers about people are set aside until the family returns to their branch;
 * everything after the birth date is asked again, filled in with existing data.
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

const birthDateOf = ({ student_birth_date }: Answers): Answers => ({ student_birth_date });

function renamed(answers: Answers, prefix: RegExp, other: string): Answers {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([field, value]) =>
      prefix.test(field) ? [[field.replace(prefix, other), value]] : [],
    ),
  );
}

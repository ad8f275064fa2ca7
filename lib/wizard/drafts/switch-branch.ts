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

const fieldsBeforeBranch: readonly string[] = stepIds.filter(isBeforeBranch).flatMap(listStepFields);

/**
 * People of one branch as those of the other: an adult who filled in becomes a minor's guardian, and none of their data
 * the child's; a minor who is an adult after all stays the same student.
 */
const copyAnswers: Record<Branch, (aside: Answers) => Answers> = {
  minor: (answers) => renameFields(answers, /^student_/, "guardian_"),
  adult: (answers) => renameFields(answers, /^student_/, "student_"),
};

/**
 * The draft in another branch (W2). Answers about people are set aside until the family returns to their branch;
 * everything after the birth date is asked again, filled in with existing data.
 */
export function switchBranch(content: DraftContent, branch: Branch | undefined): DraftContent {
  const { branch: currentBranch, answers, done, left = {}, pending = {} } = content;
  if (!branch || branch === currentBranch) return content;
  if (!currentBranch) return { ...content, branch };

  const people = pickAnswers(
    stepIds.filter(isPersonStep).flatMap((step) => listFields(step, currentBranch)),
    answers,
  );
  const { student_birth_date } = answers;
  const others = Object.fromEntries(Object.entries(answers).filter(([field]) => !(field in people)));
  return {
    ...content,
    branch,
    answers: { ...(left[branch] ?? copyAnswers[branch]({ ...people, student_birth_date })), ...others },
    left: Object.keys(people).length > 0 ? { ...left, [currentBranch]: people } : left,
    done: done.filter((field) => fieldsBeforeBranch.includes(field)),
    pending: Object.fromEntries(Object.entries(pending).filter(([step]) => !isPersonStep(step as StepId))),
  };
}

function renameFields(answers: Answers, prefix: RegExp, newPrefix: string): Answers {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([field, value]) =>
      prefix.test(field) ? [[field.replace(prefix, newPrefix), value]] : [],
    ),
  );
}

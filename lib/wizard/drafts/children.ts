import { randomInt } from "node:crypto";
import {
  type ChildContent,
  createEmptyDraft,
  type DraftContent,
  type SentSummary,
} from "@/lib/wizard/drafts/writes";
import { createExistingGuardian } from "@/lib/wizard/existing-people";
import { isSharedField, isSharedStep, sharedSteps } from "@/lib/wizard/steps";

export const MAX_CHILDREN = 8;

export const countChildren = ({ children = [] }: DraftContent) => children.length + 1;

const getSelectedIndex = ({ at: index = 0 }: DraftContent) => index;

/** The draft with the child at index `at` as the current one. */
export function selectChild(content: DraftContent, index: number): DraftContent {
  const others = content.children ?? [];
  if (index === getSelectedIndex(content) || index < 0 || index > others.length) return content;
  const children = others.toSpliced(getSelectedIndex(content), 0, pickChild(content));
  const { [index]: child } = children as [ChildContent];
  return { ...pickFamily(content, child as ChildContent), children: children.toSpliced(index, 1), at: index };
}

export const listChildren = (content: DraftContent): DraftContent[] =>
  Array.from({ length: countChildren(content) }, (_, index) => selectChild(content, index));

/** The keys of the children, which do not change with their order. */
export const listChildKeys = (content: DraftContent): number[] =>
  listChildren(content).map(({ key = 0 }) => key);

export const selectChildByKey = (content: DraftContent, key: number): DraftContent =>
  selectChild(content, listChildKeys(content).indexOf(key));

/** Adds a child that only has the family's shared answers. */
export function addChild(content: DraftContent): DraftContent {
  if (countChildren(content) >= MAX_CHILDREN) return content;
  const { student_surname, has_second_guardian, second_guardian_email } = content.answers;
  const child: ChildContent = {
    ...(content.known && { known: createExistingGuardian(pick(content.known.answers, isSharedField)) }),
    key: randomInt(1, 2 ** 31), // never a removed child's again: a page that asked about that one may still be open
    answers: { student_surname, has_second_guardian, second_guardian_email },
    done: [],
    given: [...sharedSteps],
  };
  const lastIndex = countChildren(content);
  const others = (content.children ?? []).toSpliced(getSelectedIndex(content), 0, pickChild(content));
  return { ...pickFamily(content, child), children: others, at: lastIndex };
}

/** What remains of a sent draft: the summary, and the guardian's answers for another child. */
export function createSentDraft(content: DraftContent, sent: SentSummary): DraftContent {
  if (content.by || content.branch !== "minor") return { ...createEmptyDraft(), sent };
  const { children: _, at: __, known: ___, ...next } = addChild(content);
  const children = listChildren(content).map(({ answers }) => pick(answers, isIdentity));
  const others = [...(content.others ?? []), ...children];
  return { ...createEmptyDraft(), sent, next: { ...next, after: sent.reference, others } };
}

/** The draft for another child of the guardian who sent this one; unchanged if it was not sent. */
export const continueWithGuardian = (content: DraftContent): DraftContent =>
  (content.sent && content.next) || content;

export function removeChild(content: DraftContent, key: number): DraftContent {
  const index = listChildKeys(content).indexOf(key);
  if (index < 0 || countChildren(content) === 1) return content;
  const isSelected = index === getSelectedIndex(content);
  const other = isSelected ? selectChild(content, index === 0 ? 1 : index - 1) : content;
  const selected = getSelectedIndex(other);
  const children = (other.children ?? []).toSpliced(index < selected ? index : index - 1, 1);
  const { children: _, at: __, ...rest } = other;
  return children.length === 0 ? rest : { ...rest, children, at: index < selected ? selected - 1 : selected };
}

/** Who it is, and what no other child may have. */
const isIdentity = (field: string) =>
  ["student_name", "student_surname", "student_birth_date", "student_email", "student_document"].includes(
    field,
  );

const familyKeys = [
  "by",
  "after",
  "others",
  "children",
  "at",
  "lost",
  "sent",
  "next",
] satisfies (keyof DraftContent)[];

function pickChild(content: DraftContent): ChildContent {
  const child = pick(content, (key) => !(familyKeys as string[]).includes(key));
  return {
    ...child,
    answers: pick(child.answers, (field) => !isSharedField(field)),
    done: child.done.filter((field) => !isSharedField(field)),
    pending: pick(child.pending ?? {}, (step) => !isSharedStep(step)),
  };
}

function pickFamily(
  { by, after, others, answers, done, pending = {} }: DraftContent,
  child: ChildContent,
): DraftContent {
  return {
    ...(by && { by }),
    ...(after && { after }),
    ...(others && { others }),
    ...child,
    answers: { ...pick(answers, isSharedField), ...child.answers },
    done: [...done.filter(isSharedField), ...child.done],
    pending: { ...pick(pending, isSharedStep), ...child.pending },
  };
}

function pick<T extends object>(object: T, isPicked: (name: string) => boolean): T {
  return Object.fromEntries(Object.entries(object).filter(([name]) => isPicked(name))) as T;
}

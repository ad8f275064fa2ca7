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

const getSelectedIndex = ({ at = 0 }: DraftContent) => at;

/** The draft with the child at index `at` as the current one. */
export function selectChild(content: DraftContent, at: number): DraftContent {
  const others = content.children ?? [];
  if (at === getSelectedIndex(content) || at < 0 || at > others.length) return content;
  const all = others.toSpliced(getSelectedIndex(content), 0, childOf(content));
  const { [at]: child } = all as [ChildContent];
  return { ...familyOf(content, child as ChildContent), children: all.toSpliced(at, 1), at };
}

export const listChildren = (content: DraftContent): DraftContent[] =>
  Array.from({ length: countChildren(content) }, (_, at) => selectChild(content, at));

const keyOf = ({ key = 0 }: { key?: number }) => key;

/** The keys of the children, which do not change with their order. */
export const listChildKeys = (content: DraftContent): number[] => listChildren(content).map(keyOf);

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
  const last = countChildren(content);
  const others = (content.children ?? []).toSpliced(getSelectedIndex(content), 0, childOf(content));
  return { ...familyOf(content, child), children: others, at: last };
}

/** What remains of a sent draft: the summary, and the guardian's answers for another child. */
export function createSentDraft(content: DraftContent, sent: SentSummary): DraftContent {
  if (content.by || content.branch !== "minor") return { ...createEmptyDraft(), sent };
  const { children: _, at: __, known: ___, ...next } = addChild(content);
  return { ...createEmptyDraft(), sent, next: { ...next, after: sent.reference } };
}

/** The draft for another child of the guardian who sent this one; unchanged if it was not sent. */
export const continueWithGuardian = (content: DraftContent): DraftContent =>
  (content.sent && content.next) || content;

export function removeChild(content: DraftContent, key: number): DraftContent {
  const at = listChildKeys(content).indexOf(key);
  if (at < 0 || countChildren(content) === 1) return content;
  const other = at === getSelectedIndex(content) ? selectChild(content, at === 0 ? 1 : at - 1) : content;
  const now = getSelectedIndex(other);
  const children = (other.children ?? []).toSpliced(at < now ? at : at - 1, 1);
  const { children: _, at: __, ...alone } = other;
  return children.length === 0 ? alone : { ...alone, children, at: at < now ? now - 1 : now };
}

const familyKeys = ["by", "after", "children", "at", "lost", "sent", "next"] satisfies (keyof DraftContent)[];

function childOf(content: DraftContent): ChildContent {
  const child = pick(content, (key) => !(familyKeys as string[]).includes(key));
  return {
    ...child,
    answers: pick(child.answers, (field) => !isSharedField(field)),
    done: child.done.filter((field) => !isSharedField(field)),
    pending: pick(child.pending ?? {}, (step) => !isSharedStep(step)),
  };
}

function familyOf(
  { by, after, answers, done, pending = {} }: DraftContent,
  child: ChildContent,
): DraftContent {
  return {
    ...(by && { by }),
    ...(after && { after }),
    ...child,
    answers: { ...pick(answers, isSharedField), ...child.answers },
    done: [...done.filter(isSharedField), ...child.done],
    pending: { ...pick(pending, isSharedStep), ...child.pending },
  };
}

function pick<T extends object>(all: T, wanted: (name: string) => boolean): T {
  return Object.fromEntries(Object.entries(all).filter(([name]) => wanted(name))) as T;
}

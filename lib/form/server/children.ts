import { randomInt } from "node:crypto";
import { isSharedField, isSharedStep, sharedSteps } from "@/lib/form/family";
import type { ExistingPeople } from "@/lib/form/known";
import type { ChildContent, DraftContent } from "./draft";

// Several children in one draft: `answers` are the current child's with the guardian's and the year, as
// every step expects them; the others wait in `children` with what is theirs alone.

/** More of them are not sent at once. */
export const MAX_CHILDREN = 8;

const keyOf = ({ key = 0 }: { key?: number }) => key;
const getSelectedIndex = ({ at = 0 }: DraftContent) => at;

/** How many children a draft holds. */
export const countChildren = ({ children = [] }: DraftContent) => children.length + 1;

/** The draft with the child at a place as its current one; the same where it is already. */
export function selectChild(content: DraftContent, at: number): DraftContent {
  const others = content.children ?? [];
  if (at === getSelectedIndex(content) || at < 0 || at > others.length) return content;
  const all = others.toSpliced(getSelectedIndex(content), 0, childOf(content));
  const { [at]: child } = all as [ChildContent];
  return { ...familyOf(content, child as ChildContent), children: all.toSpliced(at, 1), at };
}

/** The draft once for each of its children, in their order. */
export const listChildren = (content: DraftContent): DraftContent[] =>
  Array.from({ length: countChildren(content) }, (_, at) => selectChild(content, at));

/** What a child of a draft is called by, whatever its place. */
export const listChildKeys = (content: DraftContent): number[] => listChildren(content).map(keyOf);

/** The draft with the child of a key as its current one. */
export const selectChildByKey = (content: DraftContent, key: number): DraftContent =>
  selectChild(content, listChildKeys(content).indexOf(key));

/** The draft with one child more, about whom nothing is known but what the family has said of another one. */
export function addChild(content: DraftContent): DraftContent {
  if (countChildren(content) >= MAX_CHILDREN) return content;
  const { student_surname, has_second_guardian, second_guardian_email } = content.answers;
  const child: ChildContent = {
    ...(content.known && { known: knownFamily(content.known) }),
    key: randomInt(1, 2 ** 31), // never a removed child's again: a page that asked about that one may still be open
    answers: { student_surname, has_second_guardian, second_guardian_email },
    done: [],
    given: [...sharedSteps],
  };
  const last = countChildren(content);
  const others = (content.children ?? []).toSpliced(getSelectedIndex(content), 0, childOf(content));
  return { ...familyOf(content, child), children: others, at: last };
}

/** Of a child who is new the guardian alone is known. */
const knownFamily = ({ answers }: ExistingPeople): ExistingPeople => ({
  people: ["guardian"],
  answers: pick(answers, isSharedField),
  years: [],
  returns: false,
});

/** The draft without the child of a key; one child stays. */
export function removeChild(content: DraftContent, key: number): DraftContent {
  const at = listChildKeys(content).indexOf(key);
  if (at < 0 || countChildren(content) === 1) return content;
  const other = at === getSelectedIndex(content) ? selectChild(content, at === 0 ? 1 : at - 1) : content;
  const now = getSelectedIndex(other);
  const children = (other.children ?? []).toSpliced(at < now ? at : at - 1, 1);
  const { children: _, at: __, ...alone } = other;
  return children.length === 0 ? alone : { ...alone, children, at: at < now ? now - 1 : now };
}

/** The current child as it waits while another one is current. */
function childOf(content: DraftContent): ChildContent {
  const {
    key,
    student,
    known,
    answers,
    choicesOf,
    done,
    branch,
    left,
    pending = {},
    cleared,
    given,
  } = content;
  return {
    ...(key !== undefined && { key }),
    ...(student && { student }),
    ...(known && { known }),
    answers: pick(answers, (field) => !isSharedField(field)),
    ...(choicesOf !== undefined && { choicesOf }),
    done: done.filter((field) => !isSharedField(field)),
    ...(branch && { branch }),
    ...(left && { left }),
    pending: pick(pending, (step) => !isSharedStep(step)),
    ...(cleared && { cleared }),
    ...(given && { given }),
  };
}

/** A draft about one child, with what the family has answered once. */
function familyOf({ by, answers, done, pending = {} }: DraftContent, child: ChildContent): DraftContent {
  return {
    ...(by && { by }),
    ...child,
    answers: { ...pick(answers, isSharedField), ...child.answers },
    done: [...done.filter(isSharedField), ...child.done],
    pending: { ...pick(pending, isSharedStep), ...child.pending },
  };
}

function pick<T extends object>(all: T, wanted: (name: string) => boolean): T {
  return Object.fromEntries(Object.entries(all).filter(([name]) => wanted(name))) as T;
}

import { isStep } from "@/lib/form/steps";
import { answeredFields, answeredSteps } from "@/lib/form/steps-of-before";
import type { ChildContent, DraftContent } from "./draft";

/** A draft as it is kept: without what is known of people, and as a process of the version before reads it too. */
export const asKept = (content: DraftContent) => eachPart(content, toKeep);

/** A kept draft, of this version or of the one before, as this one reads it: steps that are gone are dropped. */
export const asNow = (content: DraftContent): DraftContent => eachPart(content, toRead);

const eachPart = (content: DraftContent, change: <C extends ChildContent>(child: C) => C): DraftContent => {
  const { children } = content;
  return { ...change(content), ...(children && { children: children.map(change) }) };
};

const toKeep = <C extends ChildContent>({ known: _, ...child }: C) =>
  ({ ...child, done: answeredSteps(child.done, child.branch) }) as unknown as C;

function toRead<C extends ChildContent>(child: C): C {
  const { done, branch, given, pending } = child;
  return {
    ...child,
    done: answeredFields(done, branch),
    ...(given && { given: given.filter(isStep) }),
    ...(pending && { pending: Object.fromEntries(Object.entries(pending).filter(([step]) => isStep(step))) }),
  };
}

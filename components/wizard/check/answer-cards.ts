import { getField, pickQuestions } from "@/lib/wizard/questions";
import { getStep, listFields, type StepId } from "@/lib/wizard/steps";
import type { Branch, FormField } from "@/lib/wizard/types";
import type { WizardTranslator } from "../fields/field-texts";
import { type AnswerContext, type CheckAnswersRow, getCheckAnswersRows } from "./answer-rows";

/** What one step asked: its rows, and where to change it. */
export type AnswerCardData = {
  /** Names it on its page. */
  id: string;
  step: StepId;
  title: string;
  /** What the way to change it leads to, in words that no other card has. */
  what: string;
  rows: CheckAnswersRow[];
  /** What is said where there is no row: a No is a No, and what was not asked was not left unanswered. */
  none: string;
  /** Something was answered, if only No. */
  answered: boolean;
  /** Where it is changed; nowhere once it was sent. */
  changeAt?: string;
  /** The key of the one whom it is about, of several. */
  child?: number;
};

/** What is told of one person, or of one subject. */
export type AnswerSection = {
  title: string;
  cards: AnswerCardData[];
  /** The lines that stand for it while it is folded; it is never folded where there are none. */
  summary?: { text: string; lang?: string }[];
};

const sectionIds = ["student", "guardian", "studies"] as const;

/** What was answered, a card for each step, under whom or what it is about (wizard 33, 42). */
export function getAnswerSections(steps: StepId[], words: AnswerContext): AnswerSection[] {
  const { t, data } = words;
  return sectionIds.flatMap((id) => {
    const title = t(`check.sections.${id}`, { who: whoOf(data.branch) });
    const cards = steps
      .filter((step) => getStep(step).section === id)
      .flatMap((step) => cardOf(step, title, words) ?? []);
    return cards.length > 0 ? [{ title, cards }] : [];
  });
}

const whoOf = (branch: Branch | undefined) => (branch === "adult" ? "you" : "child");

/** The cards of one of several children, whatever they are about, in the form's order. */
export const getAnswerCards = (steps: StepId[], name: string, words: AnswerContext): AnswerCardData[] =>
  steps.filter((step) => getStep(step).section).flatMap((step) => cardOf(step, name, words) ?? []);

function cardOf(step: StepId, section: string, words: AnswerContext): AnswerCardData | undefined {
  const { t, data } = words;
  const asked = listFields(step, data.branch);
  const title = titleOf(step, data.branch, t);
  const rows = getCheckAnswersRows(
    told(asked, words),
    getStep(step).isSingleQuestion ? title : undefined,
    words,
  );
  const given = rows.filter(({ value }) => value !== "");
  return {
    id: step,
    step,
    title,
    what: t("check.what", { title, section }),
    rows: given,
    none: t(`check.${data.notAsked?.includes(step) ? "notAsked" : "notGiven"}`),
    answered: given.length > 0,
  };
}

const titleOf = (step: StepId, branch: Branch | undefined, t: WizardTranslator) =>
  t(`check.cards.${step as AnsweredStep}`, { who: whoOf(branch) });

type AnsweredStep = Exclude<StepId, "check">;

/**
 * What is told of a step's fields: not what an answer made needless, nor what was not asked of somebody who is
 * known; of the form's own questions those alone to which the answer was No.
 */
function told(asked: readonly FormField[], { answers, data }: AnswerContext): FormField[] {
  const own = pickQuestions(asked);
  const dropped = own.flatMap(([name, { hides }]): readonly FormField[] =>
    answers[name] === hides.on && !hides.instead ? hides.fields : [],
  );
  const silent = own.filter(
    ([name, { hides }]) =>
      getField(name).control !== "ticks" &&
      (answers[name] !== hides.on ||
        hides.instead ||
        hides.fields.some((field) => answers[field] !== undefined)),
  );
  const untold = [...dropped, ...(data.unasked ?? [])].filter((field) => answers[field] === undefined);
  return asked.filter(
    (field) =>
      !untold.includes(field) &&
      !silent.some(([name]) => name === field) &&
      getField(field).control !== "consent",
  );
}

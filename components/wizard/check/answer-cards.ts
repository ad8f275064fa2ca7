import { getField, pickQuestions } from "@/lib/wizard/questions";
import { getStep, listFields, type StepId } from "@/lib/wizard/steps";
import type { Branch, FormField } from "@/lib/wizard/types";
import type { WizardTranslator } from "../fields/field-texts";
import { type AnswerContext, type CheckAnswersRow, getCheckAnswersRows } from "./answer-rows";

/** The answers of one step. */
export type AnswerCardData = {
  id: string;
  step: StepId;
  title: string;
  /** Accessible name of the change link; unique on the page. */
  subject: string;
  rows: CheckAnswersRow[];
  /** Text of a card without rows, such as "No". */
  emptyText: string;
  /** Answered, even if only with No. */
  isAnswered: boolean;
  /** A line for each missing or invalid answer. */
  problems?: string;
  /** Undefined after submission. */
  changeHref?: string;
  /** The child's key, if there are several. */
  child?: number;
};

/** The answers about one person or subject. */
export type AnswerSection = {
  title: string;
  cards: AnswerCardData[];
  /** Lines that replace the cards while folded; never folded without them. */
  summary?: { text: string; lang?: string }[];
};

const sectionIds = ["student", "guardian", "studies"] as const;

/** One card per step, grouped by person or subject (wizard 33, 42). */
export function getAnswerSections(steps: StepId[], context: AnswerContext): AnswerSection[] {
  const { t, data } = context;
  return sectionIds.flatMap((id) => {
    const title = t(`check.sections.${id}`, { who: getAddressee(data.branch) });
    const cards = steps
      .filter((step) => getStep(step).section === id)
      .flatMap((step) => createCard(step, title, context) ?? []);
    return cards.length > 0 ? [{ title, cards }] : [];
  });
}

const getAddressee = (branch: Branch | undefined) => (branch === "adult" ? "you" : "child");

/** One child's cards in the order of the steps. */
export const getAnswerCards = (steps: StepId[], name: string, context: AnswerContext): AnswerCardData[] =>
  steps.filter((step) => getStep(step).section).flatMap((step) => createCard(step, name, context) ?? []);

function createCard(step: StepId, section: string, context: AnswerContext): AnswerCardData | undefined {
  const { t, data } = context;
  const fields = listFields(step, data.branch);
  const title = getTitle(step, data.branch, t);
  const rows = getCheckAnswersRows(
    listVisibleFields(fields, context),
    getStep(step).isSingleQuestion ? title : undefined,
    context,
  );
  const answeredRows = rows.filter(({ value }) => value !== "");
  return {
    id: step,
    step,
    title,
    subject: t("check.what", { title, section }),
    rows: answeredRows,
    emptyText: t(`check.${data.skippedSteps?.includes(step) ? "notAsked" : "notGiven"}`),
    isAnswered: answeredRows.length > 0,
  };
}

const getTitle = (step: StepId, branch: Branch | undefined, t: WizardTranslator) =>
  t(`check.cards.${step as AnsweredStep}`, { who: getAddressee(branch) });

type AnsweredStep = Exclude<StepId, "check">;

/**
 * Fields to show: without those that another answer or a known student makes unnecessary. The wizard's own
 * questions only if answered No.
 */
function listVisibleFields(stepFields: readonly FormField[], { answers, data }: AnswerContext): FormField[] {
  const questions = pickQuestions(stepFields);
  const hiddenByAnswers = questions.flatMap(([name, { hides }]): readonly FormField[] =>
    answers[name] === hides.on && !hides.instead ? hides.fields : [],
  );
  const hiddenQuestions = questions.filter(
    ([name, { hides }]) =>
      getField(name).control !== "ticks" &&
      (answers[name] !== hides.on ||
        hides.instead ||
        hides.fields.some((field) => answers[field] !== undefined)),
  );
  const hidden = [...hiddenByAnswers, ...(data.hiddenFields ?? [])];
  return stepFields.filter(
    (field) =>
      (answers[field] !== undefined || !hidden.includes(field)) &&
      !hiddenQuestions.some(([name]) => name === field) &&
      getField(field).control !== "consent",
  );
}

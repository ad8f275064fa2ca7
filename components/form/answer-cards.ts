import type { Branch, FormField } from "@/lib/form/answers";
import { type QuestionName, questionsAmong, rowOf } from "@/lib/form/questions";
import { fieldsOf, fieldsOfStep, type StepId, stepRow } from "@/lib/form/steps";
import { type AnswerWords, type Row, rowsOf } from "./answer-rows";
import type { Translate } from "./field-words";

/** What one step asked: its rows, what was left blank, and where to change it. */
export type Card = {
  step: StepId;
  title: string;
  /** What the way to change it leads to, in words that no other card has. */
  what: string;
  rows: Row[];
  blank: string[];
  /** What is said where there is no row: a No is a No, and what was not asked was not left unanswered. */
  none: string;
  /** Something was answered, if only No. */
  answered: boolean;
  removable: boolean;
  /** Where it is changed; nowhere once it was sent. */
  changeAt?: string;
};

const sectionIds = ["student", "guardian", "studies"] as const;

/** What was answered, a card for each step, under whom or what it is about (wizard 33, 42). */
export function answerSections(steps: StepId[], words: AnswerWords): { title: string; cards: Card[] }[] {
  const { t, data } = words;
  return sectionIds.flatMap((id) => {
    const title = t(`check.sections.${id}`, { who: whoOf(data.branch) });
    const cards = steps
      .filter((step) => stepRow(step).section === id)
      .flatMap((step) => cardOf(step, title, words) ?? []);
    return cards.length > 0 ? [{ title, cards }] : [];
  });
}

const whoOf = (branch: Branch | undefined) => (branch === "adult" ? "you" : "child");

/** The cards of one of several children, whatever they are about, in the form's order. */
export const cardsOf = (steps: StepId[], name: string, words: AnswerWords): Card[] =>
  steps.filter((step) => stepRow(step).section).flatMap((step) => cardOf(step, name, words) ?? []);

function cardOf(step: StepId, section: string, words: AnswerWords): Card | undefined {
  const { t, answers, data } = words;
  const asked = fieldsOf(step, data.branch);
  if (leadsOn(asked, answers)) return;
  const title = titleOf(step, data.branch, t);
  const rows = rowsOf(told(asked, words), stepRow(step).one ? title : undefined, words);
  const none = noneOf(step, asked, words);
  const given = rows.filter(({ value }) => value !== "");
  return {
    step,
    title,
    what: t("check.what", { title, section }),
    rows: given,
    blank: given.length > 0 ? rows.filter(isLeftBlank).map(({ label }) => label) : [],
    none: t(`check.${none}`),
    answered: given.length > 0 || none.startsWith("no."),
    removable: fieldsOfStep(step).includes("has_second_guardian") && given.length > 0,
  };
}

/** A wish that was not made is no answer that is missing. */
const isLeftBlank = ({ value, isWish }: Row) => value === "" && !isWish;

/** Why a step has no answer to tell. */
function noneOf(step: StepId, asked: readonly FormField[], { answers, data }: AnswerWords) {
  const own = questionsAmong(asked).find(([name, { drops }]) => answers[name] === drops.on && !drops.instead);
  if (own) return `no.${own[0] as Dropping}` as const;
  return data.notAsked?.includes(step) ? "notAsked" : "notGiven";
}

/** The questions whose answer leaves nothing to tell. */
type Dropping = Exclude<QuestionName, "student_same_address">;

const titleOf = (step: StepId, branch: Branch | undefined, t: Translate) =>
  t(`check.cards.${step as AnsweredStep}`, { who: whoOf(branch) });

type AnsweredStep = Exclude<StepId, "check" | "still-right">;
type Answers = AnswerWords["answers"];

/** Whether a step asked only whether to ask more, and more was asked: that has cards of its own. */
const leadsOn = (asked: readonly FormField[], answers: Answers) => {
  const own = questionsAmong(asked);
  return (
    own.length === asked.length && own.some(([name, { drops }]) => (answers[name] ?? drops.on) !== drops.on)
  );
};

/**
 * What is told of a step's fields: not the form's own questions, nor what an answer made needless for good, nor
 * what was not asked of somebody who is known.
 */
function told(asked: readonly FormField[], { answers, data }: AnswerWords): FormField[] {
  const own = questionsAmong(asked);
  const dropped = own.flatMap(([name, { drops }]): readonly FormField[] =>
    answers[name] === drops.on && !drops.instead ? drops.fields : [],
  );
  const unasked = (data.unasked ?? []).filter((field) => answers[field] === undefined);
  const untold = [...own.map(([name]) => name as FormField), ...dropped, ...unasked];
  return asked.filter((field) => !untold.includes(field) && rowOf(field).control !== "consent");
}

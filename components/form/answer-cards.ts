import type { Branch, FormField } from "@/lib/form/answers";
import { questionsAmong, rowOf } from "@/lib/form/questions";
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
  removable: boolean;
};

const sectionIds = ["student", "guardian", "studies"] as const;

/** What was answered, a card for each step, under whom or what it is about (wizard 33, 42). */
export function answerSections(steps: StepId[], words: AnswerWords): { title: string; cards: Card[] }[] {
  const { t, data } = words;
  return sectionIds.flatMap((id) => {
    const named = id === "student" ? words.student : undefined;
    const title = named ?? t(`check.sections.${id}`, { who: whoOf(data.branch) });
    const cards = steps
      .filter((step) => stepRow(step).section === id)
      .flatMap((step) => cardOf(step, title, words) ?? []);
    return cards.length > 0 ? [{ title, cards }] : [];
  });
}

const whoOf = (branch: Branch | undefined) => (branch === "adult" ? "you" : "child");

function cardOf(step: StepId, section: string, words: AnswerWords): Card | undefined {
  const { t, answers, data } = words;
  const asked = fieldsOf(step, data.branch);
  if (leadsOn(asked, answers)) return;
  const title = titleOf(step, data.branch, t);
  const rows = rowsOf(told(asked, answers), stepRow(step).one ? title : undefined, words);
  const given = rows.filter(({ value }) => value !== "");
  return {
    step,
    title,
    what: t("check.what", { title, section }),
    rows: given,
    blank: given.length === 0 ? [] : rows.filter(({ value }) => value === "").map(({ label }) => label),
    removable: fieldsOfStep(step).includes("has_second_guardian") && given.length > 0,
  };
}

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

/** What is told of a step's fields: not the form's own questions, nor what an answer made needless for good. */
function told(asked: readonly FormField[], answers: Answers): FormField[] {
  const own = questionsAmong(asked);
  const dropped = own.flatMap(([name, { drops }]): readonly FormField[] =>
    answers[name] === drops.on && !drops.instead ? drops.fields : [],
  );
  const untold = [...own.map(([name]) => name as FormField), ...dropped];
  return asked.filter((field) => !untold.includes(field) && rowOf(field).control !== "consent");
}

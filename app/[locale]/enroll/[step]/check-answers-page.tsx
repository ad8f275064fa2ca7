import { getLocale, getTranslations } from "next-intl/server";
import { cache, type ReactNode } from "react";
import { getFieldErrorTexts } from "@/app/[locale]/_lib/field-error-texts";
import { PostForm } from "@/components/forms/post-form";
import { Notice } from "@/components/ui/notice";
import {
  type AnswerCardData,
  type AnswerSection,
  getAnswerCards,
  getAnswerSections,
} from "@/components/wizard/check/answer-cards";
import type { AnswerContext } from "@/components/wizard/check/answer-rows";
import { CheckAnswers, CORRECTION_FORM, changedId } from "@/components/wizard/check/check-answers";
import { AddChildForm, ChildrenLink, ChildrenList } from "@/components/wizard/children";
import { ClearedChoices } from "@/components/wizard/notices";
import { UnlessFinalError } from "@/components/wizard/step/step-context";
import { Link } from "@/lib/i18n/navigation";
import type { Parts } from "@/lib/platform/fingerprint";
import { countChildren, listChildren, MAX_CHILDREN } from "@/lib/wizard/drafts/children";
import { createFormFlow, type FormFlow, listAskedFields, validateStep } from "@/lib/wizard/drafts/form-flow";
import { type FormSchool, getFormSchool } from "@/lib/wizard/drafts/queries";
import type { DraftContent } from "@/lib/wizard/drafts/writes";
import { hasExistingPerson } from "@/lib/wizard/existing-people";
import { toRawInput } from "@/lib/wizard/form-values";
import { isPersonStep, isSharedStep, listFields, type StepId, stepIds } from "@/lib/wizard/steps";
import { getFullName, getPricedStudents } from "../_lib/draft-students";
import type { StepData } from "../_lib/step-data";
import { changeChildrenAction, correctEmailAction } from "../children/actions";
import { PriceSummary } from "./draft-summary";
import { getStepFieldData } from "./step-field-data";

type Props = { stepData: StepData; changed: readonly string[] };

/** Check answers: one person, or a guardian and several children (families 1, W33). */
export async function CheckAnswersPage({ stepData, changed }: Props) {
  const { branch, content } = stepData.flow;
  const count = countChildren(content);
  const [data, sections] = await Promise.all([getStepFieldData("check", stepData), getSections(stepData)]);
  return (
    <>
      {data.clearedChoices && <ClearedChoices {...data.clearedChoices} />}
      {hasExistingPerson(stepData.flow.unasked) && <KnownAnswersNotice />}
      <div className="items-start gap-x-8 lg:grid lg:grid-cols-2 lg:[&_.facts>div]:grid-cols-[8rem_minmax(0,1fr)] print:block">
        <CheckAnswers sections={sections} changed={changed} />
      </div>
      {sections.some(hasCorrection) && (
        <UnlessFinalError>
          <PostForm action={correctEmailAction} id={CORRECTION_FORM} />
        </UnlessFinalError>
      )}
      <div className="mt-4 mb-10 flex flex-wrap gap-3 empty:hidden print:hidden">
        {branch === "minor" && count < MAX_CHILDREN && (
          <UnlessFinalError>
            <AddChildForm action={changeChildrenAction} />
          </UnlessFinalError>
        )}
        {count > 1 && <ChildrenLink />}
      </div>
      <PriceSummary stepData={stepData} isChanged={changed.includes(COST)} />
    </>
  );
}

const hasCorrection = ({ cards }: AnswerSection) =>
  cards.some(({ changeHref, rows }) => changeHref && rows.some(({ mistyped }) => mistyped));

/** Cached for the request. */
const getSections = cache((stepData: StepData) =>
  countChildren(stepData.flow.content) > 1 ? createFamilySections(stepData) : createSections(stepData),
);

const COST = "cost";

/** Answers and prices by card: what is displayed and then accepted. */
export async function getShownParts(stepData: StepData): Promise<Parts> {
  const [sections, { students, total }] = await Promise.all([
    getSections(stepData),
    getPricedStudents(stepData),
  ]);
  const cards = sections.flatMap((section) => section.cards);
  return {
    ...Object.fromEntries(cards.map(({ id, title, rows }) => [id, { title, rows }])),
    ...(total && { [COST]: students.map(({ course, cost }) => [course.text, cost]) }),
  };
}

export async function getDraftParts(content: DraftContent): Promise<Parts> {
  const school = await getFormSchool(content);
  return getShownParts({ school, flow: createFormFlow(content, school), openStep: "check", problems: {} });
}

/** Changes by another tab, with links to the changed cards. */
export async function ChangedNotice({ stepData, changed }: Props) {
  const [t, sections, parts] = await Promise.all([
    getTranslations("wizard"),
    getSections(stepData),
    getShownParts(stepData),
  ]);
  const links = [
    ...sections.flatMap(({ cards }) => cards.map(({ id, subject }) => ({ id, subject }))),
    { id: COST, subject: t("check.cost") },
  ].filter(({ id }) => id in parts && changed.includes(id));
  return (
    <div role="alert">
      <Notice tone="wait" title={t("overtaken.checkTitle")}>
        <p className="max-w-measure">{t("overtaken.check")}</p>
        <ul className="link-rows">
          {links.map(({ id, subject }) => (
            <li key={id}>
              <a href={`#${changedId(id)}`}>{subject}</a>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

/** Known answers are changed in the account (families 5). */
async function KnownAnswersNotice() {
  const t = await getTranslations("wizard.known");
  const details = (text: ReactNode) => <Link href="/account/details">{text}</Link>;
  return <p className="mb-8 max-w-measure print:hidden">{t.rich("changed", { details })}</p>;
}

/** Steps that were skipped. */
const listKnownSteps = ({ branch, unasked, content: { known } }: FormFlow) =>
  stepIds.filter((step) =>
    listFields(step, branch).some((field) => unasked.includes(field) && known?.answers[field] !== undefined),
  );

/** Known answers, then those given here. */
async function createSections(
  stepData: StepData,
  isShown: (step: StepId) => boolean = () => true,
): Promise<AnswerSection[]> {
  const context = await createAnswerContext(stepData);
  const answered = getAnswerSections(stepData.flow.steps.filter(isShown), context);
  return [
    ...getAnswerSections(listKnownSteps(stepData.flow).filter(isShown), context).map(({ title, cards }) => ({
      title,
      cards: cards.map((card) => ({ ...card, id: `known-${card.step}` })),
    })),
    ...answered.map(({ title, cards }) => ({ title, cards: cards.map((card) => addChangeLink(card)) })),
  ];
}

/** The family's answers, then the children in order. */
async function createFamilySections(stepData: StepData): Promise<AnswerSection[]> {
  const [t, { students }] = await Promise.all([getTranslations("wizard"), getPricedStudents(stepData)]);
  const isChildStep = (step: StepId) => !isSharedStep(step);
  const children = listChildren(stepData.flow.content).map(async (child, index) => {
    const flow = createFormFlow(child, stepData.school);
    const context = await createAnswerContext({ ...stepData, flow });
    const title = getFullName(flow.answers, "student") || t("children.unnamed");
    const key = child.key ?? 0;
    const known = getAnswerCards(listKnownSteps(flow).filter(isChildStep), title, context).map((card) => ({
      ...card,
      id: `known-${card.step}-${key}`,
    }));
    const answered = getAnswerCards(flow.steps.filter(isChildStep), title, context);
    const { course, price, cost } = students[index] as (typeof students)[number];
    const summary = [course.text ? course : { text: t("overview.open") }, ...(price ? [{ text: cost }] : [])];
    const open = answered.map((card) => ({
      ...addChangeLink(card, key),
      problems: listProblems(card.step, flow, stepData.school, context),
    }));
    return { title, summary, cards: [...known, ...open] };
  });
  const shared = await createSections(stepData, isSharedStep);
  return [...shared.map((section) => addSummary(section, stepData.flow)), ...(await Promise.all(children))];
}

/** What a step lacks, for example an address that the guardian's new one has made necessary. */
function listProblems(step: StepId, flow: FormFlow, school: FormSchool, { t, locale }: AnswerContext) {
  const fields = listAskedFields(step, flow);
  const texts = getFieldErrorTexts(fields, flow.branch, t, locale);
  const { problems } = validateStep(step, toRawInput(flow.answers, fields), flow, school);
  return Object.entries(problems)
    .map(([field, code]) => texts[`${field}.${code}`])
    .join("\n");
}

/** Folded: the guardian's answers were read with the first child. */
const addSummary = (section: AnswerSection, { answers }: FormFlow): AnswerSection =>
  section.cards.some(({ step }) => isPersonStep(step))
    ? { ...section, summary: [{ text: getFullName(answers, "guardian") }] }
    : section;

/** @param child key, if there are several */
const addChangeLink = (card: AnswerCardData, child?: number): AnswerCardData => ({
  ...card,
  child,
  id: child === undefined ? card.step : `${card.step}-${child}`,
  changeHref: `/enroll/${card.step}?from=check${child === undefined ? "" : `&child=${child}`}`,
});

async function createAnswerContext(stepData: StepData): Promise<AnswerContext> {
  const [t, locale, data] = await Promise.all([
    getTranslations("wizard"),
    getLocale(),
    getStepFieldData("check", stepData),
  ]);
  return { t, locale, answers: stepData.flow.answers, data };
}

type ListProps = { stepData: Pick<StepData, "school" | "flow"> };

export async function DraftChildrenList({ stepData }: ListProps) {
  const [t, { students, total }] = await Promise.all([
    getTranslations("wizard"),
    getPricedStudents(stepData),
  ]);
  return (
    <ChildrenList
      total={students.length > 1 ? total?.line : undefined}
      list={students.map(({ key, name: fullName, age, course, price, cost }) => {
        const name = fullName || t("children.unnamed");
        const title = age === undefined ? name : t("overview.who", { name, age });
        return {
          key,
          name,
          title,
          course: course.text ? course : { text: t("overview.open"), lang: undefined },
          price: price && cost,
        };
      })}
    />
  );
}

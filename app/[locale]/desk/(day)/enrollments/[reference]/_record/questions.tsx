import { useLocale, useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { SubmitButton } from "@/components/forms/fields";
import { LinkButton } from "@/components/site/link-button";
import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icons/icon";
import { circleAlert, circleCheck, circleHelp, hourglass, inbox } from "@/components/ui/icons/paths";
import { Section } from "@/components/ui/section";
import { getEnrollmentUrl } from "@/lib/desk/list/filters";
import type { EnrollmentRecord } from "@/lib/desk/record/queries";
import { isEnded } from "@/lib/enrollment/states";
import { addElision, formatDay } from "@/lib/i18n/format";
import { type Day, toDay } from "@/lib/platform/dates";

type Props = {
  enrollment: EnrollmentRecord;
  today: Day;
  canAsk: boolean;
  /** Query of the list that the enrollment was opened from. */
  list: string | undefined;
};

type Question = EnrollmentRecord["questions"][number];

/** Questions to the family with answers, newest first (desk 37). */
export function Questions({ enrollment, canAsk, list, ...props }: Props) {
  const t = useTranslations("desk.questions");
  const { questions, reference, decidedState, student } = enrollment;
  const isWaiting = questions.some(({ answeredAt, closedAt }) => !answeredAt && !closedAt);
  const canAskNow = canAsk && !isWaiting && !isEnded(decidedState) && !student.erasedAt;
  if (!canAskNow && questions.length === 0) return null;
  return (
    <Section id="questions" title={t("title")}>
      {questions.length > 0 && (
        <ul>
          {questions.map((question) => (
            <QuestionItem key={question.id} question={question} canClose={canAsk} {...props} />
          ))}
        </ul>
      )}
      {canAskNow && (
        <p className="mt-3 print:hidden">
          <LinkButton href={getEnrollmentUrl(reference, list, { below: "/ask" })} variant="secondary">
            <Icon d={circleHelp} />
            {t("ask")}
          </LinkButton>
        </p>
      )}
    </Section>
  );
}

type QuestionItemProps = Pick<Props, "today"> & {
  question: Question;
  canClose: boolean;
};

function QuestionItem({ question, canClose, today }: QuestionItemProps) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.questions");
  const locale = useLocale();
  const { id, reason, words: text, member, createdAt, answer, answeredAt, closedAt } = question;
  const sender = member ? (member.name ?? member.email) : t("command");
  return (
    <li className="break-inside-avoid border-b border-hairline py-3 text-small">
      <p className="mb-1">
        <QuestionStatus question={question} today={today} />
      </p>
      {reason && <p className="font-semibold">{reason[locale]}</p>}
      {text && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>}
      <p className="text-muted">{t("asked", { who: sender, time: instant(createdAt) })}</p>
      {answeredAt && (
        <blockquote className="my-2 border-l-2 border-accent pl-4">
          {answer && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{answer}</p>}
          <p className="text-muted">{t("answeredOn", { time: instant(answeredAt) })}</p>
        </blockquote>
      )}
      {canClose && !closedAt && (
        <DeskForm name={`question-${id}`} verb="question_closed" className="mt-3 print:hidden">
          <input type="hidden" name="question" value={id} />
          <SubmitButton variant="secondary">{t(answeredAt ? "read" : "drop")}</SubmitButton>
        </DeskForm>
      )}
    </li>
  );
}

const badges = {
  closed: { tone: "off", icon: circleCheck },
  answered: { tone: "info", icon: inbox },
  late: { tone: "danger", icon: circleAlert },
  open: { tone: "wait", icon: hourglass },
} as const;

function QuestionStatus({ question, today }: Pick<QuestionItemProps, "question" | "today">) {
  const t = useTranslations("desk.questions");
  const { answerBy, answeredAt, closedAt } = question;
  const deadline = addElision({ day: formatDay(toDay(answerBy), useLocale()) });
  const isLate = toDay(answerBy) < today;
  const status = closedAt ? "closed" : answeredAt ? "answered" : isLate ? "late" : "open";
  return (
    <Badge {...badges[status]} bare>
      {t(status, deadline)}
    </Badge>
  );
}

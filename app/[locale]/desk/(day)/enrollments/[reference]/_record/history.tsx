import { useTranslations } from "next-intl";
import { getLocale } from "next-intl/server";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { useAuditTexts } from "@/app/[locale]/desk/(admin)/audit/audit-texts";
import { SubmitButton } from "@/components/forms/fields";
import { Section } from "@/components/ui/section";
import { listPartOptions } from "@/lib/desk/correction/queries";
import type { DecisionHistory } from "@/lib/desk/decide/queries";
import { readHistoryEntries } from "@/lib/desk/history/verbs";
import { createAnswerLabels } from "@/lib/desk/record/answer-labels";
import type { AnswerLabels, EnrollmentRecord, RecordMessage } from "@/lib/desk/record/queries";
import type { Actor } from "@/lib/people/staff/permissions";

type HistoryEntry = Awaited<ReturnType<typeof readHistoryEntries>>[number];

type Event = { at: Date; text: string; author?: string; undo?: string };

type Props = {
  enrollment: EnrollmentRecord;
  decisions: DecisionHistory["history"];
  actor: Actor;
};

/** Newest first: who, when and the previous values. */
export async function EnrollmentHistory({ enrollment, decisions, actor }: Props) {
  const locale = await getLocale();
  const entries = await readHistoryEntries(actor, enrollment, locale);
  const options = await listPartOptions({ schoolYearId: enrollment.schoolYear.id });
  return <EventList {...{ enrollment, decisions, entries }} labels={createAnswerLabels(locale, options)} />;
}

type EventListProps = Omit<Props, "actor"> & { entries: HistoryEntry[]; labels: AnswerLabels };

function EventList({ enrollment, decisions, entries, labels }: EventListProps) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.timeline");
  const kinds = useTranslations("mailKinds");
  const mails = enrollment.mailMessages.flatMap((message) => {
    const what = kinds(`names.${message.kind}`);
    return getMailTimes(message).map(({ state, at }): Event => ({ at, text: t(`mail.${state}`, { what }) }));
  });
  const events: Event[] = [
    { at: enrollment.createdAt, text: t("created") },
    ...useDecisionEvents(decisions),
    ...useRecordedEvents(entries, labels),
    ...mails,
    ...enrollment.groupMails.map(({ createdAt, subject, senderName }) => ({
      at: createdAt,
      text: t("letter", { subject }),
      ...(senderName && { author: senderName }),
    })),
    ...enrollment.notes.map(({ createdAt, member }) => ({
      at: createdAt,
      text: t("noted"),
      author: member.name ?? member.email,
    })),
  ].sort((a, b) => b.at.getTime() - a.at.getTime());
  return (
    <Section id="timeline" title={t("title")}>
      <ol className="text-small">
        {events.map(({ at, text, author, undo }) => (
          <li key={`${at.getTime()} ${text}`} className="border-l-2 border-hairline py-1.5 pl-4">
            <span className="block whitespace-pre-line [overflow-wrap:anywhere]">
              {text}
              {author && (
                <>
                  {" · "}
                  <bdi>{author}</bdi>
                </>
              )}
            </span>
            <span className="text-muted">{instant(at)}</span>
            {undo && (
              <DeskForm name={`undo-${undo}`} verb="correction_undone" className="print:hidden">
                <input type="hidden" name="entry" value={undo} />
                <SubmitButton variant="quiet">
                  {t("undo")} <span className="sr-only">: {text}</span>
                </SubmitButton>
              </DeskForm>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function useDecisionEvents(decisions: Props["decisions"]): Event[] {
  const { instant } = useDateFormats();
  const t = useTranslations("decisions");
  return decisions.map(
    ({ decidedAt, toState, place, reason, words: text, internalReason, repeats, author, ...decision }) => {
      const time = decision.settledAt ? instant(decision.settledAt) : "";
      const lines = [
        `${t("timeline.decided", { state: t(`states.${toState}`) })} (${t(`timeline.statuses.${decision.status}`, { time })})`,
        place && t("timeline.place", { place }),
        reason && t("timeline.reason", { reason }),
        text && `“${text}”`,
        repeats && t("timeline.repeats", { reference: repeats }),
        internalReason && t("timeline.inside", { text: internalReason }),
      ];
      const actor = t(`timeline.actors.${decision.actorKind as "command"}`);
      return { at: decidedAt, text: lines.filter(Boolean).join("\n"), author: author ?? actor };
    },
  );
}

/** Corrections, labels, questions and answers, with old and new values. */
function useRecordedEvents(entries: HistoryEntry[], labels: AnswerLabels): Event[] {
  const t = useTranslations("desk.record");
  const texts = useAuditTexts();
  return entries.map(({ id, at, action, actorKind, author, changes, values, canUndo }) => {
    const entry = { action, objectKind: "enrollment", objectId: "", values };
    const answers = changes.map(({ field, old, now }) => {
      const after = labels.format(field, now);
      const text = old === undefined ? after : t("change", { old: labels.format(field, old), now: after });
      return `${labels.label(field)}: ${text}`;
    });
    const lines = [...answers, ...values.map((value) => texts.change(entry, value, new Map()))];
    return {
      at,
      text: [texts.action(action), ...lines].join("\n"),
      author: author ?? texts.actor(actorKind),
      ...(canUndo && { undo: id }),
    };
  });
}

/** Time of each delivery state. */
function getMailTimes({ sentAt, deliveredAt, bouncedAt, failedAt }: RecordMessage) {
  const times = [
    { state: "failed", at: failedAt },
    { state: "bounced", at: bouncedAt },
    { state: "delivered", at: deliveredAt },
    { state: "sent", at: sentAt },
  ] as const;
  return times.flatMap(({ state, at }) => (at ? [{ state, at }] : []));
}

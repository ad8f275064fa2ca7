import { useTranslations } from "next-intl";
import type { ShownEnrollment, ShownMessage } from "@/lib/desk/show";
import { Section } from "./section";

type Event = { at: Date; words: string; who?: string };

type Props = { enrollment: ShownEnrollment; instant: (date: Date) => string };

/** What happened to the enrollment, the newest first: who, and when. */
export function Timeline({ enrollment, instant }: Props) {
  const t = useTranslations("desk.timeline");
  const mails = enrollment.mailMessages.flatMap((message) => {
    const what = t(`mailKinds.${message.kind}`);
    return timesOf(message).map(({ state, at }): Event => ({ at, words: t(`mail.${state}`, { what }) }));
  });
  const events: Event[] = [
    { at: enrollment.createdAt, words: t("created") },
    ...mails,
    ...enrollment.notes.map(({ createdAt, member }) => ({
      at: createdAt,
      words: t("noted"),
      who: member.name ?? member.email,
    })),
  ].sort((one, other) => other.at.getTime() - one.at.getTime());
  return (
    <Section id="timeline" title={t("title")}>
      <ol className="text-small">
        {events.map(({ at, words, who }) => (
          <li key={`${at.getTime()} ${words}`} className="border-l-2 border-hairline py-1.5 pl-4">
            <span className="block">
              {words}
              {who && (
                <>
                  {" · "}
                  <bdi>{who}</bdi>
                </>
              )}
            </span>
            <span className="text-muted">{instant(at)}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** When a message came into each of its states. */
function timesOf({ sentAt, deliveredAt, bouncedAt, failedAt }: ShownMessage) {
  const times = [
    { state: "failed", at: failedAt },
    { state: "bounced", at: bouncedAt },
    { state: "delivered", at: deliveredAt },
    { state: "sent", at: sentAt },
  ] as const;
  return times.flatMap(({ state, at }) => (at ? [{ state, at }] : []));
}

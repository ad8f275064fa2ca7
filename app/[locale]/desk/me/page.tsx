import { getFormatter, getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { SessionList } from "@/components/desk/session-list";
import { Column, Title } from "@/components/site/page";
import { Link } from "@/lib/i18n/navigation";
import { settings } from "@/lib/school/settings";
import { sessionsOf } from "@/lib/staff/sessions";
import { endOwnSessionAction } from "../me-actions";
import { requireStaff } from "../session";

/** One's own sign-in: the second factor and the browsers that are signed in. */
export default orAway(async function Page() {
  const session = await requireStaff();
  const [t, format, sessions, { time_zone: timeZone }] = await Promise.all([
    getTranslations("desk.me"),
    getFormatter(),
    sessionsOf(session.actor.id, new Date()),
    settings(),
  ]);
  const instant = (date: Date) =>
    format.dateTime(date, { dateStyle: "medium", timeStyle: "short", timeZone });
  return (
    <Column>
      <title>{t("title")}</title>
      <Title>{t("title")}</Title>
      <p className="mb-7 [overflow-wrap:anywhere]">{session.email}</p>
      <h2 className="mb-2 font-serif text-heading font-semibold">{t("factor")}</h2>
      {session.hasFactor ? (
        <p className="mb-7 max-w-measure">{t("hasFactor")}</p>
      ) : (
        <>
          <p className="mb-2 max-w-measure">{t("noFactor")}</p>
          <p className="mb-7">
            <Link href="/desk/second-factor">{t("setUp")}</Link>
          </p>
        </>
      )}
      <h2 className="mb-2 font-serif text-heading font-semibold">{t("sessions")}</h2>
      <SessionList
        sessions={sessions.map(({ id, createdAt, lastUsedAt, userAgent }) => ({
          id,
          browser: userAgent,
          since: instant(createdAt),
          used: instant(lastUsedAt),
          isThis: id === session.id,
        }))}
        end={endOwnSessionAction}
      />
    </Column>
  );
});

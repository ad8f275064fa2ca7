import { getFormatter, getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { ActionForm } from "@/components/action/action-form";
import { DeskSaid } from "@/components/desk/desk-said";
import { Column, Title } from "@/components/site/page";
import { Link } from "@/lib/i18n/navigation";
import { sessionsOf } from "@/lib/people/staff/sessions";
import { settings } from "@/lib/school/settings";
import { PresentAndNew } from "../../password-fields";
import { formWords } from "../form-words";
import { requireStaff } from "../session";
import { changePasswordAction, endOwnSessionAction } from "./actions";
import { SessionList } from "./session-list";

/** One's own sign-in: the second factor and the browsers that are signed in. */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/me">) {
  const session = await requireStaff();
  const [t, format, sessions, { time_zone: timeZone }, { said }] = await Promise.all([
    getTranslations("desk.me"),
    getFormatter(),
    sessionsOf(session.actor.id, new Date()),
    settings(),
    searchParams,
  ]);
  const instant = (date: Date) =>
    format.dateTime(date, { dateStyle: "medium", timeStyle: "short", timeZone });
  return (
    <Column>
      <title>{t("title")}</title>
      <Title>{t("title")}</Title>
      <DeskSaid said={said} />
      <p className="mb-7 [overflow-wrap:anywhere]">{session.email}</p>
      <h2 className="mb-2 text-heading">{t("factor")}</h2>
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
      <PasswordForm email={session.email} />
      <h2 className="mb-2 text-heading">{t("sessions")}</h2>
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

async function PasswordForm({ email }: { email: string }) {
  const [t, words] = await Promise.all([getTranslations("desk.me"), formWords()]);
  return (
    <section className="mb-7">
      <h2 className="mb-2 text-heading">{t("password")}</h2>
      <p className="mb-5 max-w-measure">{t("passwordLead")}</p>
      <ActionForm name="change-password" action={changePasswordAction} words={words}>
        <PresentAndNew email={email} />
      </ActionForm>
    </section>
  );
}

import { getFormatter, getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { ActionForm } from "@/components/action/action-form";
import { Submit } from "@/components/action/fields";
import { DeskPage } from "@/components/desk/desk-page";
import { buttonClass } from "@/components/ui/button";
import { Sheet } from "@/components/ui/section";
import { Link } from "@/lib/i18n/navigation";
import { sessionsOf } from "@/lib/people/staff/sessions";
import { settings } from "@/lib/school/settings";
import { PresentAndNew } from "../../password-fields";
import { FactorChip } from "../factor-chip";
import { formWords } from "../form-words";
import { requireStaff } from "../session";
import { changePasswordAction, endOwnSessionAction, shortcutsAction } from "./actions";
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
    <DeskPage title={t("title")} caption={session.email} said={said}>
      <div className="beside">
        <div>
          <Factor hasFactor={session.hasFactor} />
          <Sheet title={t("sessions")}>
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
          </Sheet>
        </div>
        <div className="grid content-start gap-8">
          <PasswordForm email={session.email} />
          <Shortcuts on={session.shortcuts} />
        </div>
      </div>
    </DeskPage>
  );
});

async function Factor({ hasFactor }: { hasFactor: boolean }) {
  const t = await getTranslations("desk.me");
  return (
    <Sheet title={t("factor")} act={<FactorChip hasFactor={hasFactor} />}>
      <p className="my-3 max-w-measure">{t(hasFactor ? "hasFactor" : "noFactor")}</p>
      {!hasFactor && (
        <Link href="/desk/second-factor" className={buttonClass("secondary")}>
          {t("setUp")}
        </Link>
      )}
    </Sheet>
  );
}

async function Shortcuts({ on }: { on: boolean }) {
  const [t, words] = await Promise.all([getTranslations("desk.me"), formWords()]);
  return (
    <section className="card">
      <h2 className="mb-2">{t("keys")}</h2>
      <p className="mb-5 text-small text-muted">{t(on ? "keysAreOn" : "keysAreOff")}</p>
      <ActionForm name="shortcuts" action={shortcutsAction} words={words}>
        <input type="hidden" name="on" value={on ? "no" : "yes"} />
        <Submit look="secondary">{t(on ? "turnKeysOff" : "turnKeysOn")}</Submit>
      </ActionForm>
    </section>
  );
}

async function PasswordForm({ email }: { email: string }) {
  const [t, words] = await Promise.all([getTranslations("desk.me"), formWords()]);
  return (
    <section className="card">
      <h2 className="mb-2">{t("password")}</h2>
      <p className="mb-5 text-small text-muted">{t("passwordLead")}</p>
      <ActionForm name="change-password" action={changePasswordAction} words={words}>
        <PresentAndNew email={email} />
      </ActionForm>
    </section>
  );
}

import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { DeskPage } from "@/components/desk/desk-page";
import { SecondFactorBadge } from "@/components/desk/second-factor-badge";
import { SubmitButton } from "@/components/forms/fields";
import { ChangePasswordFields } from "@/components/forms/password-fields";
import { PostForm } from "@/components/forms/post-form";
import { LinkButton } from "@/components/site/link-button";
import { Button } from "@/components/ui/controls/button";
import { Section } from "@/components/ui/section";
import { listMemberSessions } from "@/lib/people/staff/sessions";
import { changePasswordAction, endOwnSessionAction } from "./actions";

/** The member's own account: second factor, sessions and password. */
export default defineDeskPage("read", "desk.me", async ({ t, session, query: { said } }) => {
  const sessions = await listMemberSessions(session.actor.id, new Date());
  return (
    <DeskPage title={t("title")} caption={session.email} flash={said}>
      <div className="beside">
        <div>
          <SecondFactor hasFactor={session.hasFactor} />
          <Section title={t("sessions")}>
            <SessionList sessions={sessions} currentId={session.id} />
          </Section>
        </div>
        <div className="grid content-start gap-6">
          <PasswordForm email={session.email} />
          <Shortcuts enabled={session.shortcuts} />
        </div>
      </div>
    </DeskPage>
  );
});

async function SecondFactor({ hasFactor }: { hasFactor: boolean }) {
  const t = await getTranslations("desk.me");
  return (
    <Section title={t("factor")} action={<SecondFactorBadge hasFactor={hasFactor} />}>
      <p className="my-3 max-w-measure">{t(hasFactor ? "hasFactor" : "noFactor")}</p>
      {!hasFactor && (
        <LinkButton href="/desk/second-factor" variant="secondary">
          {t("setUp")}
        </LinkButton>
      )}
    </Section>
  );
}

async function Shortcuts({ enabled }: { enabled: boolean }) {
  const t = await getTranslations("desk.me");
  return (
    <section className="card">
      <h2 className="mb-2">{t("keys")}</h2>
      <p className="mb-5 text-small text-muted">{t(enabled ? "keysAreOn" : "keysAreOff")}</p>
      <DeskForm name="shortcuts" verb="shortcuts_turned">
        <input type="hidden" name="on" value={enabled ? "no" : "yes"} />
        <SubmitButton variant="secondary">{t(enabled ? "turnKeysOff" : "turnKeysOn")}</SubmitButton>
      </DeskForm>
    </section>
  );
}

async function PasswordForm({ email }: { email: string }) {
  const t = await getTranslations("desk.me");
  return (
    <section className="card">
      <h2 className="mb-2">{t("password")}</h2>
      <p className="mb-5 text-small text-muted">{t("passwordLead")}</p>
      <DeskForm name="change-password" action={changePasswordAction}>
        <ChangePasswordFields email={email} />
      </DeskForm>
    </section>
  );
}

type Props = { sessions: Awaited<ReturnType<typeof listMemberSessions>>; currentId: string };

function SessionList({ sessions, currentId }: Props) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.sessions");
  return (
    <ul>
      {sessions.map(({ id, userAgent, createdAt, lastUsedAt }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-3"
        >
          <div>
            <p className="font-semibold">
              {toBrowser(userAgent) ?? t("unknown")}{" "}
              {id === currentId && <span className="text-muted">{t("this")}</span>}
            </p>
            <p className="text-small text-muted">
              {t("times", { since: instant(createdAt), used: instant(lastUsedAt) })}
            </p>
          </div>
          <PostForm action={endOwnSessionAction}>
            <input type="hidden" name="session" value={id} />
            <Button variant="secondary">{t("end")}</Button>
          </PostForm>
        </li>
      ))}
    </ul>
  );
}

// Edge and Opera also claim to be Chrome, and Chrome to be Safari, so the order matters.
const browsers = {
  Edge: /Edg/,
  Opera: /OPR/,
  Firefox: /Firefox|FxiOS/,
  Chrome: /Chrome|CriOS/,
  Safari: /Safari/,
};
const systems = {
  Android: /Android/,
  iOS: /iPhone|iPad/,
  Windows: /Windows/,
  macOS: /Macintosh/,
  Linux: /Linux|X11/,
};

/** Undefined for unknown browsers. */
function toBrowser(userAgent: string): string | undefined {
  const find = (patterns: Record<string, RegExp>) =>
    Object.entries(patterns).find(([, pattern]) => pattern.test(userAgent))?.[0];
  return [find(browsers), find(systems)].filter(Boolean).join(", ") || undefined;
}

import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { schoolDates } from "@/app/[locale]/school-dates";
import { Submit } from "@/components/action/fields";
import { DeskPage } from "@/components/desk/desk-page";
import { LinkButton } from "@/components/site/link-button";
import { PostForm } from "@/components/site/post-form";
import { Button } from "@/components/ui/button";
import { Sheet } from "@/components/ui/section";
import { listMemberSessions } from "@/lib/people/staff/sessions";
import { PresentAndNew } from "../../password-fields";
import { DeskForm } from "../desk-form";
import { deskPage } from "../desk-page";
import { FactorChip } from "../factor-chip";
import { changePasswordAction, endOwnSessionAction, shortcutsAction } from "./actions";

/** One's own sign-in: the second factor and the browsers that are signed in. */
export default deskPage("read", "desk.me", async ({ t, session, query: { said } }) => {
  const { instant } = await schoolDates();
  const sessions = await listMemberSessions(session.actor.id, new Date());
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
        <LinkButton href="/desk/second-factor" look="secondary">
          {t("setUp")}
        </LinkButton>
      )}
    </Sheet>
  );
}

async function Shortcuts({ on }: { on: boolean }) {
  const t = await getTranslations("desk.me");
  return (
    <section className="card">
      <h2 className="mb-2">{t("keys")}</h2>
      <p className="mb-5 text-small text-muted">{t(on ? "keysAreOn" : "keysAreOff")}</p>
      <DeskForm name="shortcuts" action={shortcutsAction}>
        <input type="hidden" name="on" value={on ? "no" : "yes"} />
        <Submit look="secondary">{t(on ? "turnKeysOff" : "turnKeysOn")}</Submit>
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
        <PresentAndNew email={email} />
      </DeskForm>
    </section>
  );
}

type Session = { id: string; browser: string; since: string; used: string; isThis: boolean };

type Props = { sessions: Session[]; end: ComponentProps<typeof PostForm>["action"] };

/** The browsers in which somebody is signed in, each with a way to end it. */
function SessionList({ sessions, end }: Props) {
  const t = useTranslations("desk.sessions");
  return (
    <ul>
      {sessions.map(({ id, browser, since, used, isThis }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-3"
        >
          <div>
            <p className="font-semibold">
              {browserOf(browser) ?? t("unknown")} {isThis && <span className="text-muted">{t("this")}</span>}
            </p>
            <p className="text-small text-muted">{t("times", { since, used })}</p>
          </div>
          <PostForm action={end}>
            <input type="hidden" name="session" value={id} />
            <Button look="secondary">{t("end")}</Button>
          </PostForm>
        </li>
      ))}
    </ul>
  );
}

// Edge and Opera call themselves Chrome too, and Chrome calls itself Safari: the order matters.
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

/** A browser in words that its owner knows it by; undefined when it says nothing known. */
function browserOf(userAgent: string): string | undefined {
  const find = (known: Record<string, RegExp>) =>
    Object.entries(known).find(([, pattern]) => pattern.test(userAgent))?.[0];
  return [find(browsers), find(systems)].filter(Boolean).join(", ") || undefined;
}

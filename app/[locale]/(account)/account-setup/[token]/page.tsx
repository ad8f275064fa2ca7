import { getLocale, getTranslations } from "next-intl/server";
import { TitledPage } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { guardianTokenCookie } from "@/app/[locale]/(account)/_lib/session";
import { TokenButton } from "@/app/[locale]/(account)/_lib/token-button";
import {
  GuardianBirthDateForm,
  type GuardianResponse,
  GuardianResponseForm,
  getTermsLabel,
  OtherResponseLink,
  parseGuardianResponse,
} from "@/app/[locale]/(account)/account/guardian/guardian-response";
import { PageColumn } from "@/components/layout/page-column";
import {
  type GuardianRequest,
  isUnconfirmedGuardian,
  readGuardianRequest,
  readGuardianToken,
} from "@/lib/family/guardians/verbs";
import { addElision } from "@/lib/i18n/format";
import { isBelowConsentAge } from "@/lib/mail/mail-kinds";
import { findSetupPerson, type SetupPerson } from "@/lib/people/accounts/sessions";
import { isNameRequired } from "@/lib/people/accounts/verbs";
import { isToken } from "@/lib/platform/crypto";
import { getSchoolToday } from "@/lib/school/settings";
import {
  confirmGuardianByLinkAction,
  resumeDraftByLinkAction,
  setPasswordAction,
  signInBySetupLinkAction,
} from "./actions";
import { LinkExpired } from "./link-expired";
import { LinkIncomplete } from "./link-incomplete";
import { SetupForm } from "./setup-form";

type Props = PageProps<"/[locale]/account-setup/[token]">;

export default withUnavailablePage(async function Page({ params, searchParams }: Props) {
  const { token } = await params;
  const person = await findSetupPerson(token, new Date());
  if (!person) return isToken(token) ? <LinkExpired token={token} /> : <LinkIncomplete />;
  if (person.continues) return <ResumeDraft person={person} token={token} />;
  if (await isUnconfirmedGuardian(person.id, new Date()))
    return (
      <NamedGuardian
        person={person}
        token={token}
        answer={parseGuardianResponse((await searchParams).answer)}
      />
    );

  if (!person.hasAccount && isBelowConsentAge(person.birthDate, await getSchoolToday()))
    return <ChildSignIn name={person.name} token={token} />;

  if (!person.hasAccount && !isNameRequired(person)) return <SignIn person={person} token={token} />;
  const t = await getTranslations("account.setup");
  const { email, name, hasAccount } = person;
  const intro = (
    <>
      <p className="mb-3">{name ? t("hello", { name }) : t("helloNobody")}</p>
      <p className="mb-7 max-w-measure [overflow-wrap:anywhere]">
        {t(hasAccount ? "leadAgain" : "lead", { email })}
      </p>
    </>
  );
  const title = t(hasAccount ? "titleAgain" : "title");
  return (
    <PageColumn>
      <SetupForm action={setPasswordAction} token={token} person={person} title={title} intro={intro} />
    </PageColumn>
  );
});

/** The link proves the address, so it signs in; the password is optional. */
async function SignIn({ person, token }: { person: SetupPerson; token: string }) {
  const t = await getTranslations("account.setup");
  const title = t("titleEnter");
  return (
    <TitledPage title={title}>
      <p className="mb-3">{t("hello", { name: person.name ?? "" })}</p>
      <p className="mb-7 max-w-measure [overflow-wrap:anywhere]">{t("leadEnter", { email: person.email })}</p>
      <TokenButton action={signInBySetupLinkAction} className="mb-8" token={token}>
        {t("enter")}
      </TokenButton>
      <SetupForm action={setPasswordAction} token={token} person={person} isCollapsed />
    </TitledPage>
  );
}

/** A child needs no password, and may only look. */
async function ChildSignIn({ name, token }: { name: string | null; token: string }) {
  const t = await getTranslations("account.young");
  const title = t("title", { name: name ?? "" });
  return (
    <TitledPage title={title}>
      <p className="mb-7 max-w-measure">{t("lead")}</p>
      <TokenButton action={signInBySetupLinkAction} token={token}>
        {t("submit")}
      </TokenButton>
    </TitledPage>
  );
}

/** Continues with a draft; the first password is optional, but a name is not. */
async function ResumeDraft({ person, token }: { person: SetupPerson; token: string }) {
  const t = await getTranslations("account.continue");
  const { email, hasAccount } = person;
  const title = t("title");
  const asksForName = !hasAccount && isNameRequired(person);
  const intro = (
    <>
      <p className="mb-4 max-w-measure [overflow-wrap:anywhere]">{t("lead", { email })}</p>
      <p className="mb-7 max-w-measure">{t("notMe")}</p>
      {asksForName && <p className="mb-7 max-w-measure">{t("password")}</p>}
    </>
  );
  if (asksForName)
    return (
      <PageColumn>
        <SetupForm
          action={setPasswordAction}
          token={token}
          person={person}
          title={title}
          intro={intro}
          submit={t("submit")}
        />
      </PageColumn>
    );
  return (
    <TitledPage title={title}>
      {intro}
      <TokenButton action={resumeDraftByLinkAction} className="mb-8" token={token}>
        {t("submit")}
      </TokenButton>
      {!hasAccount && <SetupForm action={setPasswordAction} token={token} person={person} isCollapsed />}
    </TitledPage>
  );
}

type NamedGuardianProps = { person: SetupPerson; token: string; answer: GuardianResponse | undefined };

/** The link of a named guardian asks for confirmation, with a password. */
async function NamedGuardian({ person, token, answer }: NamedGuardianProps) {
  const [now, locale] = [new Date(), await getLocale()];
  const studentId = readGuardianToken(await guardianTokenCookie.read(), person.id, now);
  const request = studentId && (await readGuardianRequest({ personId: person.id, studentId, locale }, now));
  const path = `/account-setup/${token}`;
  return (
    <PageColumn>
      {request ? (
        <GuardianResponseForm
          request={request}
          token={token}
          answer={answer}
          path={path}
          confirm={<ConfirmForm person={person} token={token} request={request} path={path} />}
        />
      ) : (
        <GuardianBirthDateForm token={token} />
      )}
    </PageColumn>
  );
}

type ConfirmProps = { person: SetupPerson; token: string; request: GuardianRequest; path: string };

async function ConfirmForm({ person, token, request, path }: ConfirmProps) {
  const t = await getTranslations("account");
  return (
    <>
      <SetupForm
        action={confirmGuardianByLinkAction}
        token={token}
        person={person}
        title={t("guardian.answers.confirm", addElision({ student: request.student }))}
        intro={t("setup.lead", { email: person.email })}
        terms={await getTermsLabel(request)}
        submit={t("guardian.confirm")}
      />
      <OtherResponseLink path={path} />
    </>
  );
}

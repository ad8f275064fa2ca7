import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { continueDraftAction, setPasswordAction } from "@/app/[locale]/account/actions";
import { formWords } from "@/app/[locale]/account/form-words";
import {
  type Answer,
  answerIn,
  BirthDateQuestion,
  GuardianAnswers,
  OtherAnswer,
  termsLabel,
} from "@/app/[locale]/account/guardian/questions";
import { confirmByLinkAction } from "@/app/[locale]/account/guardian-actions";
import { guardianPass } from "@/app/[locale]/account/session-cookie";
import { orAway } from "@/app/[locale]/or-away";
import { PageTitle } from "@/app/[locale]/page-title";
import { SetupForm } from "@/components/account/setup-form";
import { Column, Title } from "@/components/site/page";
import { PostForm } from "@/components/site/post-form";
import { Button } from "@/components/ui/button";
import { isOnlyNamed, type NamedFor, namedFor } from "@/lib/family/guardian";
import { passFor } from "@/lib/family/guardian-pass";
import type { Locale } from "@/lib/i18n/locales";
import { withSounds } from "@/lib/i18n/sounds";
import { needsName } from "@/lib/people/accounts/set-password";
import { findSetup, type SetupPerson } from "@/lib/people/accounts/setup-token";
import { isToken } from "@/lib/platform/tokens";
import { Closed } from "./closed";
import { NotWhole } from "./not-whole";

export const metadata: Metadata = { robots: { index: false }, referrer: "no-referrer" };

type Props = PageProps<"/[locale]/account-setup/[token]">;

export default orAway(async function Page({ params, searchParams }: Props) {
  const { token } = await params;
  const person = await findSetup(token, new Date());
  if (!person) return isToken(token) ? <Closed token={token} /> : <NotWhole />;
  if (person.continues) return <Continue person={person} token={token} />;
  if (await isOnlyNamed(person.id, new Date()))
    return <Named person={person} token={token} answer={answerIn((await searchParams).answer)} />;

  const t = await getTranslations("account.setup");
  const { email, name, hasAccount } = person;
  const title = t(hasAccount ? "titleAgain" : "title");
  return (
    <Column>
      <SetupForm
        action={setPasswordAction}
        title={title}
        words={await formWords(title, t("submit"))}
        token={token}
        email={email}
        whoIntro={needsName(person) && <WhoIntro title={t("who")} lead={t("whoLead")} />}
      >
        <p className="mb-3">{name ? t("hello", { name }) : t("helloNobody")}</p>
        <p className="mb-7 max-w-measure [overflow-wrap:anywhere]">
          {t(hasAccount ? "leadAgain" : "lead", { email })}
        </p>
      </SetupForm>
    </Column>
  );
});

/** Goes on with a draft: by a press alone, or with a first password. */
async function Continue({ person, token }: { person: SetupPerson; token: string }) {
  const [t, s] = await Promise.all([getTranslations("account.continue"), getTranslations("account.setup")]);
  const { email, hasAccount } = person;
  const about = (
    <>
      <p className="mb-4 max-w-measure [overflow-wrap:anywhere]">{t("lead", { email })}</p>
      <p className="mb-7 max-w-measure">{t("notMe")}</p>
    </>
  );
  if (!hasAccount)
    return (
      <Column>
        <SetupForm
          action={setPasswordAction}
          title={t("title")}
          words={await formWords(t("title"), t("submit"))}
          token={token}
          email={email}
          whoIntro={needsName(person) && <WhoIntro title={s("who")} lead={s("whoLead")} />}
        >
          {about}
          <p className="mb-7 max-w-measure">{t("password")}</p>
        </SetupForm>
      </Column>
    );
  return (
    <Column>
      <PageTitle>{t("title")}</PageTitle>
      <Title>{t("title")}</Title>
      {about}
      <PostForm action={continueDraftAction}>
        <input type="hidden" name="token" value={token} />
        <Button>{t("submit")}</Button>
      </PostForm>
    </Column>
  );
}

type NamedProps = { person: SetupPerson; token: string; answer: Answer | undefined };

/** Behind a named guardian's link stand questions, and a password where they confirm. */
async function Named({ person, token, answer }: NamedProps) {
  const [now, locale] = [new Date(), (await getLocale()) as Locale];
  const studentId = passFor(await guardianPass.read(), person.id, now);
  const named = studentId && (await namedFor({ personId: person.id, studentId, locale }, now));
  const path = `/account-setup/${token}`;
  return (
    <Column>
      {named ? (
        <GuardianAnswers
          named={named}
          token={token}
          answer={answer}
          path={path}
          confirm={<Confirm person={person} token={token} named={named} path={path} />}
        />
      ) : (
        <BirthDateQuestion token={token} />
      )}
    </Column>
  );
}

type ConfirmProps = { person: SetupPerson; token: string; named: NamedFor; path: string };

async function Confirm({ person, token, named, path }: ConfirmProps) {
  const [t, g] = await Promise.all([getTranslations("account.setup"), getTranslations("account.guardian")]);
  const title = g("answers.confirm", withSounds({ student: named.student }));
  return (
    <>
      <SetupForm
        action={confirmByLinkAction}
        title={title}
        words={await formWords(title, g("confirm"))}
        token={token}
        email={person.email}
        query="?answer=confirm"
        terms={await termsLabel(named)}
        whoIntro={needsName(person) && <WhoIntro title={t("who")} lead={t("whoLead")} />}
      >
        <p className="mb-7 max-w-measure [overflow-wrap:anywhere]">{t("lead", { email: person.email })}</p>
      </SetupForm>
      <OtherAnswer path={path} />
    </>
  );
}

function WhoIntro({ title, lead }: { title: string; lead: string }) {
  return (
    <>
      <h2 className="mb-2 text-heading">{title}</h2>
      <p className="mb-5 max-w-measure">{lead}</p>
    </>
  );
}

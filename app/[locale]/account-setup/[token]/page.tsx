import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { newLinkAction, setPasswordAction } from "@/app/[locale]/account/actions";
import { formWords } from "@/app/[locale]/account/form-words";
import { orAway } from "@/app/[locale]/or-away";
import { PageTitle } from "@/app/[locale]/page-title";
import { SetupForm } from "@/components/account/setup-form";
import { Column, Title } from "@/components/site/page";
import { PostForm } from "@/components/site/post-form";
import { Button } from "@/components/ui/button";
import { needsName } from "@/lib/accounts/set-password";
import { findSetup } from "@/lib/accounts/setup-token";
import { Link } from "@/lib/i18n/navigation";

export const metadata: Metadata = { robots: { index: false }, referrer: "no-referrer" };

export default orAway(async function Page({ params }: PageProps<"/[locale]/account-setup/[token]">) {
  const { token } = await params;
  const person = await findSetup(token, new Date());
  if (!person) return <Closed token={token} />;

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

function WhoIntro({ title, lead }: { title: string; lead: string }) {
  return (
    <>
      <h2 className="mb-2 font-serif text-heading font-semibold">{title}</h2>
      <p className="mb-5 max-w-measure">{lead}</p>
    </>
  );
}

/** Spent, over, replaced or never there: one page for all of them. */
async function Closed({ token }: { token: string }) {
  const t = await getTranslations("account.closed");
  return (
    <Column>
      <PageTitle>{t("title")}</PageTitle>
      <Title>{t("title")}</Title>
      <p className="mb-4 max-w-measure">{t("lead")}</p>
      <p className="mb-7">
        <Link href="/sign-in">{t("signIn")}</Link>
      </p>
      <p className="mb-4 max-w-measure">{t("again")}</p>
      <PostForm action={newLinkAction}>
        <input type="hidden" name="token" value={token} />
        <Button>{t("submit")}</Button>
      </PostForm>
    </Column>
  );
}

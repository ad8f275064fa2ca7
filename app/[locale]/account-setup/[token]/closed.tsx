import { getTranslations } from "next-intl/server";
import { PageTitle } from "@/app/[locale]/page-title";
import { Column, Title } from "@/components/site/page";
import { PostForm } from "@/components/site/post-form";
import { Button, buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/navigation";
import { newLinkAction } from "./actions";

/** Spent, over, replaced or never there: one page for all of them; with a `token`, a new link can be sent. */
export async function Closed({ token }: { token?: string }) {
  const t = await getTranslations("account.closed");
  return (
    <Column>
      <PageTitle>{t("title")}</PageTitle>
      <Title>{t("title")}</Title>
      <p className="mb-4 max-w-measure">{t("lead")}</p>
      {token !== undefined && (
        <>
          <p className="mb-4 max-w-measure">{t("again")}</p>
          <PostForm action={newLinkAction}>
            <input type="hidden" name="token" value={token} />
            <Button>{t("submit")}</Button>
          </PostForm>
        </>
      )}
      <p className="mt-2">
        <Link href="/sign-in" className={buttonClass(token === undefined ? "primary" : "quiet")}>
          {t("signIn")}
        </Link>
      </p>
    </Column>
  );
}

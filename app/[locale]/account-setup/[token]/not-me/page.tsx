import { getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { PageTitle } from "@/app/[locale]/page-title";
import { contactLinks } from "@/components/site/contact-links";
import { Column, Title } from "@/components/site/page";
import { PostForm } from "@/components/site/post-form";
import { Button } from "@/components/ui/button";
import { readDisownRequest } from "@/lib/family/not-me/verbs";
import { getSchoolContact } from "@/lib/school/queries";
import { Closed } from "../closed";
import { notMeAction } from "./actions";

/** What whoever got somebody else's set-up mail can undo; looking at it does nothing. */
export default orAway(async function Page({ params }: PageProps<"/[locale]/account-setup/[token]/not-me">) {
  const { token } = await params;
  const named = await readDisownRequest(token, new Date());
  if (!named) return <Closed token={token} />;
  const [t, school] = await Promise.all([getTranslations("account.notMe"), getSchoolContact()]);
  const { email, as, told } = named;
  return (
    <Column>
      <PageTitle>{t(`title.${as}`)}</PageTitle>
      <Title>{t(`title.${as}`)}</Title>
      {told ? (
        <p className="max-w-measure">
          {t.rich("told", contactLinks({ email: school.email, phone: school.phone }))}
        </p>
      ) : (
        <>
          <p className="mb-4 max-w-measure [overflow-wrap:anywhere]">
            {t(`lead.${as}`, { email, school: school.name })}
          </p>
          <p className="mb-7 max-w-measure">{t("mistake")}</p>
          <PostForm action={notMeAction}>
            <input type="hidden" name="token" value={token} />
            <Button look="final">{t(`submit.${as}`)}</Button>
          </PostForm>
        </>
      )}
    </Column>
  );
});

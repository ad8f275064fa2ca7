import { getTranslations } from "next-intl/server";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { redirectTo, requireOpenSession, toDeskPath } from "@/app/[locale]/desk/_lib/session";
import { PostForm } from "@/components/forms/post-form";
import { PageColumn, PageHeading } from "@/components/layout/page-column";
import { Button } from "@/components/ui/controls/button";
import { listUnsavedCodes } from "@/lib/people/staff/recovery-codes";
import { confirmCodesSavedAction } from "./actions";

export default withUnavailablePage(async function Page({
  searchParams,
}: PageProps<"/[locale]/desk/second-factor/codes">) {
  const session = await requireOpenSession();
  const { to } = await searchParams;
  if (!session.hasNewCodes) return redirectTo(toDeskPath(to));
  const [t, codes] = await Promise.all([
    getTranslations("desk.factor.codes"),
    listUnsavedCodes(session.actor.id),
  ]);
  return (
    <PageColumn>
      <div className="max-w-md">
        <title>{t("title")}</title>
        <PageHeading>{t("title")}</PageHeading>
        <p className="mb-5">{t("lead")}</p>
        <ul className="card mb-6 grid grid-cols-2 gap-x-6 gap-y-2 font-mono text-small">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <PostForm action={confirmCodesSavedAction}>
          <input type="hidden" name="to" value={toDeskPath(to)} />
          <Button>{t("submit")}</Button>
        </PostForm>
      </div>
    </PageColumn>
  );
});

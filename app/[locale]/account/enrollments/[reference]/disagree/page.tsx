import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { titled } from "@/app/[locale]/page-title";
import { ActionForm } from "@/components/action/action-form";
import { Submit, TextArea } from "@/components/action/fields";
import { Column, Title } from "@/components/site/page";
import { buttonClass } from "@/components/ui/button";
import { sentEnrollment } from "@/lib/family/sent";
import { Link } from "@/lib/i18n/navigation";
import { disagreeAction } from "../../../enrollment-actions";
import { problemWords } from "../../../form-words";
import { requirePerson } from "../../../session-cookie";

export const metadata: Metadata = { robots: { index: false } };

/** The other guardian's words to the school. */
export default orAway(async function Page({
  params,
}: PageProps<"/[locale]/account/enrollments/[reference]/disagree">) {
  const personId = await requirePerson();
  const sent = await sentEnrollment(personId, (await params).reference, new Date());
  if (sent?.part !== "guardian") return <NoSuchPage />;

  const { reference, student, year } = sent;
  const [t, back, words] = await Promise.all([
    getTranslations("account.disagree"),
    getTranslations("account"),
    problemWords(),
  ]);
  return (
    <Column>
      <ActionForm
        action={disagreeAction}
        words={words}
        title={await titled(t("title"))}
        above={
          <>
            <Title caption={`${student} · ${year}`}>{t("title")}</Title>
            <p className="mb-6 max-w-measure">{t("lead")}</p>
          </>
        }
      >
        <input type="hidden" name="reference" value={reference} />
        <TextArea name="words" label={t("label")} />
        <Submit>{t("submit")}</Submit>
      </ActionForm>
      <p className="mt-2">
        <Link href="/account" prefetch={false} className={buttonClass("quiet")}>
          {back("back")}
        </Link>
      </p>
    </Column>
  );
});

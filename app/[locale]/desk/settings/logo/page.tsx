import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { ActionForm } from "@/components/action/action-form";
import { Submit, TextField } from "@/components/action/fields";
import { PageForm } from "@/components/action/page-form";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { SchoolName } from "@/components/site/school-name";
import { may } from "@/lib/people/staff/rights";
import { schoolCard } from "@/lib/school/school-card";
import { formWords } from "../../form-words";
import { requireStaff } from "../../session";
import { logoAction } from "../actions";

/** The school's logo, as it stands at the head of its pages (desk 30). */
export default orAway(async function Page() {
  const { actor } = await requireStaff();
  if (!may(actor, "change_settings")) return <NoSuchPage />;
  const [t, words, school] = await Promise.all([getTranslations("desk.settings"), formWords(), schoolCard()]);
  return (
    <DeskColumn>
      <Back href="/desk/settings">{t("title")}</Back>
      <PageForm
        name="logo"
        action={logoAction}
        words={words}
        title={t("rows.logo.label")}
        className="max-w-column"
        above={<p className="mb-6 max-w-measure">{t("rows.logo.does")}</p>}
      >
        <figure className="mb-6">
          <figcaption className="mb-2 text-small text-muted">{t("preview.today")}</figcaption>
          <p className="flex items-center gap-3 rounded-control border border-hairline bg-surface p-4 font-head font-bold">
            <SchoolName school={school} />
          </p>
        </figure>
        <TextField
          name="logo"
          type="file"
          accept=".svg,.png,image/svg+xml,image/png"
          label={t("file")}
          hint={t("fileHint")}
        />
        <Submit>{t("save")}</Submit>
      </PageForm>
      {school.logo && (
        <ActionForm name="no-logo" action={logoAction} words={words} className="mt-6">
          <input type="hidden" name="intent" value="none" />
          <Submit look="danger">{t("removeLogo")}</Submit>
        </ActionForm>
      )}
    </DeskColumn>
  );
});

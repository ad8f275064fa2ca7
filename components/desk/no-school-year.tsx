import { getTranslations } from "next-intl/server";
import { DeskPage } from "@/components/desk/desk-page";

export async function NoSchoolYear() {
  const t = await getTranslations("desk.noYear");
  return (
    <DeskPage title={t("title")}>
      <p className="max-w-measure">{t("lead")}</p>
    </DeskPage>
  );
}

import { getTranslations } from "next-intl/server";
import { DeskPage } from "@/components/desk/desk-page";

/** What a school that has no school year yet is told, where a page is about one. */
export async function NoSchoolYear() {
  const t = await getTranslations("desk.noYear");
  return (
    <DeskPage title={t("title")}>
      <p className="max-w-measure">{t("lead")}</p>
    </DeskPage>
  );
}

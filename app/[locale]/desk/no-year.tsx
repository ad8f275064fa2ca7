import { getTranslations } from "next-intl/server";
import { DeskColumn } from "@/components/desk/desk-column";
import { Title } from "@/components/site/page";

/** What a school that has no school year yet is told, where a page is about one. */
export async function NoYear() {
  const t = await getTranslations("desk.noYear");
  return (
    <DeskColumn>
      <title>{t("title")}</title>
      <Title>{t("title")}</Title>
      <p className="max-w-measure">{t("lead")}</p>
    </DeskColumn>
  );
}

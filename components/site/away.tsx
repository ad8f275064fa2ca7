import { useTranslations } from "next-intl";
import { Column, Title } from "./page";

/**
 * What stands in a page's place while the database is away. Loading again repeats what was asked for,
 * a posted form included, so nothing that was typed is lost.
 */
export function Away() {
  const t = useTranslations("site");
  return (
    <Column>
      <Title>{t("awayTitle")}</Title>
      <p className="max-w-measure">{t("away")}</p>
    </Column>
  );
}

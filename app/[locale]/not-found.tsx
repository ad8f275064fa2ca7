import { useTranslations } from "next-intl";
import { Column, Title } from "@/components/site/page";
import { Link } from "@/lib/i18n/navigation";

export default function NotFound() {
  const t = useTranslations("site");
  return (
    <Column>
      <title>{t("notFoundTitle")}</title>
      <Title>{t("notFoundTitle")}</Title>
      <p className="mb-6">{t("notFound")}</p>
      <Link href="/">{t("goHome")}</Link>
    </Column>
  );
}

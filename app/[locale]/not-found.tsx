import { useTranslations } from "next-intl";
import { NotFoundText } from "@/components/site/not-found-text";

export default function NotFound() {
  const t = useTranslations("site");
  return (
    <>
      <title>{t("notFoundTitle")}</title>
      <NotFoundText />
    </>
  );
}

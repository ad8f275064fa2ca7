import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/site/link-button";
import { EmptyPage } from "./empty-page";

export function NotFoundMessage({ atDesk }: { atDesk: boolean }) {
  const t = useTranslations("site");
  return (
    <EmptyPage title={t("notFoundTitle")} text={t("notFound")}>
      <LinkButton href={atDesk ? "/desk" : "/"}>{t(atDesk ? "goToDesk" : "goHome")}</LinkButton>
    </EmptyPage>
  );
}

import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/site/link-button";
import { NothingHere } from "./nothing-here";

/** What stands where a page was looked for in vain. */
export function NotFoundText({ atDesk }: { atDesk: boolean }) {
  const t = useTranslations("site");
  return (
    <NothingHere title={t("notFoundTitle")} text={t("notFound")}>
      <LinkButton href={atDesk ? "/desk" : "/"}>{t(atDesk ? "goToDesk" : "goHome")}</LinkButton>
    </NothingHere>
  );
}

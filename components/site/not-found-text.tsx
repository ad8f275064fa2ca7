import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/navigation";
import { NothingHere } from "./nothing-here";

/** What stands where a page was looked for in vain. */
export function NotFoundText({ atDesk }: { atDesk: boolean }) {
  const t = useTranslations("site");
  return (
    <NothingHere title={t("notFoundTitle")} text={t("notFound")}>
      <Link href={atDesk ? "/desk" : "/"} className={buttonClass()}>
        {t(atDesk ? "goToDesk" : "goHome")}
      </Link>
    </NothingHere>
  );
}

import { useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/navigation";
import { Column, Title } from "./page";

/** What stands where a page was looked for in vain. */
export function NotFoundText({ atDesk }: { atDesk: boolean }) {
  const t = useTranslations("site");
  return (
    <Column>
      <Title>{t("notFoundTitle")}</Title>
      <p className="mb-6">{t("notFound")}</p>
      <Link href={atDesk ? "/desk" : "/"} prefetch={false} className="inline-flex min-h-target items-center">
        {t(atDesk ? "goToDesk" : "goHome")}
      </Link>
    </Column>
  );
}

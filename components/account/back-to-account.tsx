import { useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/navigation";

/** The way back, above a page's heading. */
export function BackToAccount() {
  const t = useTranslations("account");
  return (
    <p className="mb-4 print:hidden">
      <Link href="/account" prefetch={false} className="inline-flex min-h-target items-center">
        {t("back")}
      </Link>
    </p>
  );
}

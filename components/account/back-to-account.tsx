import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icons/icon";
import { chevronLeft } from "@/components/ui/icons/paths";
import { Link } from "@/lib/i18n/navigation";

export function BackToAccount() {
  const t = useTranslations("account");
  return (
    <p className="mb-3 print:hidden">
      <Link href="/account" className="back-link">
        <Icon d={chevronLeft} />
        {t("back")}
      </Link>
    </p>
  );
}

import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";

/** Choices that went with a change of the school year (wizard 26). */
export function ClearedNotice({ names }: { names: string }) {
  const t = useTranslations("wizard.intro");
  return <Notice title={t("clearedTitle")}>{t("cleared", { names })}</Notice>;
}

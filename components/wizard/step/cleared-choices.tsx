import { useLocale, useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import { getCatalogueLang } from "@/lib/i18n/locales";

/** Choices that a change of the school year removed (W26). */
export function ClearedChoices({ names }: { names: string }) {
  const t = useTranslations("wizard.intro");
  const lang = getCatalogueLang(useLocale());
  return (
    <Notice title={t("clearedTitle")}>
      {t.rich("cleared", { names: () => <span lang={lang}>{names}</span> })}
    </Notice>
  );
}

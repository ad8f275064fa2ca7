import { useTranslations } from "next-intl";
import { exportAddress, type ListQuery } from "@/lib/desk/filters";

/** The list as a file; a plain link, because what it leads to is no page. */
export function ExportLink({ query }: { query: ListQuery }) {
  const t = useTranslations("desk.list");
  return (
    <p className="mt-6 text-small print:hidden">
      <a href={exportAddress(query)} download className="inline-flex min-h-target items-center">
        {t("export")}
      </a>
      <span className="block max-w-measure text-muted">{t("exportHint")}</span>
    </p>
  );
}

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/controls/button";
import { Input } from "@/components/ui/controls/input";
import { type Option, Select } from "@/components/ui/controls/select";
import { Icon } from "@/components/ui/icons/icon";
import { listFilter } from "@/components/ui/icons/paths";
import type { AuditFilters as Filters } from "@/lib/desk/audit/queries";
import { useAuditTexts } from "./audit-texts";

type Props = { filters: Filters; actors: Option[]; actions?: string[] };

/** A GET form, so that a search has an address. */
export function AuditFilterForm({ filters, actors, actions }: Props) {
  const t = useTranslations("desk.record");
  const texts = useAuditTexts();
  return (
    <form className="mb-6 flex flex-wrap items-end gap-4 print:hidden [&>div]:mb-0">
      <Select
        name="who"
        label={t("who")}
        blank={t("everybody")}
        options={actors}
        defaultValue={filters.who}
      />
      {actions && (
        <Select
          name="action"
          label={t("what")}
          blank={t("everything")}
          options={actions.map((value) => ({ value, label: texts.action(value) }))}
          defaultValue={filters.action}
        />
      )}
      <Input name="from" type="date" label={t("from")} defaultValue={filters.from} />
      <Input name="until" type="date" label={t("until")} defaultValue={filters.until} />
      <Button variant="secondary">
        <Icon d={listFilter} />
        {t("show")}
      </Button>
    </form>
  );
}

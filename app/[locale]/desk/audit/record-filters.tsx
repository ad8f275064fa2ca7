import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { type Option, Select } from "@/components/ui/select";
import type { RecordFilters as Filters } from "@/lib/office/record";
import { useRecordWords } from "./record-list";

type Props = { filters: Filters; who: Option[]; actions?: string[] };

/** Who, what and from when to when; a plain GET form, so that what is found is its address. */
export function RecordFilters({ filters, who, actions }: Props) {
  const t = useTranslations("desk.record");
  const word = useRecordWords();
  return (
    <form className="mb-6 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-4 print:hidden">
      <Select
        id="who"
        name="who"
        label={t("who")}
        blank={t("everybody")}
        options={who}
        defaultValue={filters.who}
      />
      {actions && (
        <Select
          id="action"
          name="action"
          label={t("what")}
          blank={t("everything")}
          options={actions.map((value) => ({ value, label: word.action(value) }))}
          defaultValue={filters.action}
        />
      )}
      <Input id="from" name="from" type="date" label={t("from")} defaultValue={filters.from} />
      <Input id="until" name="until" type="date" label={t("until")} defaultValue={filters.until} />
      <div className="pb-5 sm:col-span-2 lg:col-span-4">
        <Button look="secondary">{t("show")}</Button>
      </div>
    </form>
  );
}

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { NextYear } from "@/lib/office/catalogue/tables";

const days = ["start_enrollment", "end_enrollment", "start_school_year", "end_school_year"] as const;

/** The year's days and prices; a plain GET form, whose answer is the page. */
export function NextYearForm({ wanted }: { wanted: NextYear }) {
  const t = useTranslations("desk.catalogue");
  return (
    <form className="mb-6 grid items-end gap-x-6 sm:grid-cols-2 print:hidden">
      <input type="hidden" name="year" value={wanted.from} />
      <Input
        id="label"
        name="label"
        label={t("columns.year")}
        defaultValue={wanted.year}
        autoComplete="off"
      />
      <div className="hidden sm:block" />
      {days.map((day) => (
        <Input
          key={day}
          id={day}
          name={day}
          type="date"
          label={t(`columns.${day}`)}
          defaultValue={wanted[day] ?? ""}
        />
      ))}
      <Input
        id="percent"
        name="percent"
        label={t("next.percent")}
        hint={t("next.percentHint")}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={String(wanted.percent)}
      />
      <Select
        id="roundTo"
        name="roundTo"
        label={t("next.round")}
        hint={t("next.roundHint")}
        defaultValue={String(wanted.roundTo)}
        options={[1, 10, 50, 100].map((cents) => ({
          value: String(cents),
          label: t("next.cents", { euros: cents / 100 }),
        }))}
      />
      <div>
        <Button look="secondary">{t("next.calculate")}</Button>
      </div>
    </form>
  );
}

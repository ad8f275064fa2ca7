import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";

type Props = { years: { id: number; year: string }[]; year: number; words: { label: string; show: string } };

/** Leads to the same page of another school year; a plain GET form. */
export function YearForm({ years, year, words }: Props) {
  return (
    <form className="mb-6 flex flex-wrap items-end gap-4 print:hidden [&>div]:mb-0">
      <Select
        key={year}
        id="year"
        name="year"
        label={words.label}
        defaultValue={String(year)}
        options={years.map(({ id, year }) => ({ value: String(id), label: year }))}
      />
      <Button look="secondary">{words.show}</Button>
    </form>
  );
}

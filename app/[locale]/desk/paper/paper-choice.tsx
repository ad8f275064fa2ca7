import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { arrowRight } from "@/components/ui/icons";
import { Radios } from "@/components/ui/radios";
import { Select } from "@/components/ui/select";

type Props = {
  years: { id: number; year: string }[];
  /** Of a family that is known nobody is asked for. */
  known?: { reference: string; how: "again" | "sibling" };
  action: string;
};

/** For whom and for which year a paper is: its fields follow from that. */
export function PaperChoice({ years, known, action }: Props) {
  const t = useTranslations("desk.paper");
  return (
    <form action={action} className="max-w-column">
      {known ? (
        <>
          <input type="hidden" name="of" value={known.reference} />
          <input type="hidden" name="how" value={known.how} />
        </>
      ) : (
        <Radios
          id="who"
          name="who"
          label={t("who")}
          defaultValue="minor"
          choices={(["minor", "adult"] as const).map((value) => ({ value, label: t(value) }))}
        />
      )}
      <Select
        id="year"
        name="year"
        label={t("year")}
        options={years.map(({ id, year }) => ({ value: String(id), label: year }))}
      />
      <Button>
        {t("go")}
        <Icon d={arrowRight} />
      </Button>
    </form>
  );
}

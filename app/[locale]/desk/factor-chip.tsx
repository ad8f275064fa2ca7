import { useTranslations } from "next-intl";
import { Chip } from "@/components/ui/chip";
import { hourglass, lock } from "@/components/ui/icons";

/** Whether somebody signs in with a code of their telephone too. */
export function FactorChip({ hasFactor }: { hasFactor: boolean }) {
  const t = useTranslations("desk.staff");
  return (
    <Chip tone={hasFactor ? "ok" : "wait"} icon={hasFactor ? lock : hourglass}>
      {t(hasFactor ? "withFactor" : "withoutFactor")}
    </Chip>
  );
}

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { hourglass, lock } from "@/components/ui/icons/paths";

export function SecondFactorBadge({ hasFactor }: { hasFactor: boolean }) {
  const t = useTranslations("desk.staff");
  return (
    <Badge tone={hasFactor ? "ok" : "wait"} icon={hasFactor ? lock : hourglass}>
      {t(hasFactor ? "withFactor" : "withoutFactor")}
    </Badge>
  );
}

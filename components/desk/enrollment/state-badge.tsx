import { useTranslations } from "next-intl";
import { stateStyles } from "@/components/site/state-styles";
import { Badge } from "@/components/ui/badge";
import { type State, states } from "@/lib/enrollment/states";

export function StateBadge({ state, bare }: { state: State; bare?: boolean }) {
  const t = useTranslations("desk.states");
  const { tone, icon } = stateStyles[states[state].chip];
  return (
    <Badge tone={tone} icon={icon} bare={bare}>
      {t(state)}
    </Badge>
  );
}

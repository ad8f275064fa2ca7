import { useTranslations } from "next-intl";
import { stateLooks } from "@/components/site/state-look";
import { Chip } from "@/components/ui/chip";
import { type State, states } from "@/lib/enrollment/states";

/** An enrollment's state: colour, icon and word. */
export function StateBadge({ state }: { state: State }) {
  const t = useTranslations("desk.states");
  const { tone, icon } = stateLooks[states[state].look];
  return (
    <Chip tone={tone} icon={icon}>
      {t(state)}
    </Chip>
  );
}

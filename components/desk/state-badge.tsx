import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Chip } from "@/components/ui/chip";
import { check, cross, hourglass, inbox, undo } from "@/components/ui/icons";
import { type State, states } from "@/lib/enrollment/states";

const looks: Record<(typeof states)[State]["look"], Pick<ComponentProps<typeof Chip>, "tone" | "icon">> = {
  open: { tone: "info", icon: inbox },
  good: { tone: "ok", icon: check },
  waits: { tone: "wait", icon: hourglass },
  ended: { tone: "danger", icon: cross },
  gone: { tone: "off", icon: undo },
};

/** An enrollment's state: colour, icon and word. */
export function StateBadge({ state }: { state: State }) {
  const t = useTranslations("desk.states");
  return <Chip {...looks[states[state].look]}>{t(state)}</Chip>;
}

import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { type State, states } from "@/lib/enrollment/states";

const looks: Record<(typeof states)[State]["look"], string> = {
  open: "border-line text-ink",
  good: "border-accent bg-tint text-accent-strong",
  waits: "border-accent border-dashed text-ink",
  ended: "border-hairline bg-paper text-muted",
  gone: "border-hairline bg-paper text-muted line-through decoration-1",
};

/** An enrollment's state in words; its colour says nothing that the words do not. */
export function StateBadge({ state }: { state: State }) {
  const t = useTranslations("desk.states");
  return (
    <span className={cn("inline-block rounded-control border px-2 text-small", looks[states[state].look])}>
      {t(state)}
    </span>
  );
}

import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";

type State = "pending" | "accepted" | "waiting" | "rejected" | "withdrawn";

const looks: Record<State, string> = {
  pending: "border-line text-ink",
  accepted: "border-accent bg-tint text-accent-strong",
  waiting: "border-accent border-dashed text-ink",
  rejected: "border-hairline bg-paper text-muted",
  withdrawn: "border-hairline bg-paper text-muted line-through decoration-1",
};

/** An enrollment's state in words; its colour says nothing that the words do not. */
export function StateBadge({ state }: { state: State }) {
  const t = useTranslations("desk.states");
  return (
    <span className={cn("inline-block rounded-control border px-2 text-small", looks[state])}>
      {t(state)}
    </span>
  );
}

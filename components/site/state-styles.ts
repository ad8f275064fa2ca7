import type { Tone } from "@/components/ui/badge";
import { check, cross, hourglass, inbox, undo } from "@/components/ui/icons/paths";
import type { states } from "@/lib/enrollment/states";

/** Colour and icon of a state; always beside its name. */
export const stateStyles: Record<
  (typeof states)[keyof typeof states]["chip"],
  { tone: Tone; icon: string; color: string }
> = {
  open: { tone: "info", icon: inbox, color: "text-info" },
  good: { tone: "ok", icon: check, color: "text-ok" },
  waits: { tone: "wait", icon: hourglass, color: "text-wait" },
  ended: { tone: "danger", icon: cross, color: "text-danger" },
  gone: { tone: "off", icon: undo, color: "text-muted" },
};

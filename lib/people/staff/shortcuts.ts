import { z } from "zod";
import { defineAction } from "@/lib/people/verb";
import { PermissionError } from "./rights";

/** Turns the desk's single keys on or off, for oneself (WCAG 2.1.4). */
export const setShortcuts = defineAction(
  "shortcuts_turned",
  "read",
  z.object({ on: z.enum(["yes", "no"]) }),
  async ({ tx, actor }, { on }) => {
    if (actor.kind !== "staff") throw new PermissionError("no_right");
    await tx.staffMember.update({
      where: { id: actor.id },
      data: { shortcuts: on === "yes" },
      select: { id: true },
    });
    return on;
  },
);

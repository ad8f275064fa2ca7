"use client";

import { type ReactNode, use } from "react";
import { Fold } from "@/components/ui/fold";
import { StepContext } from "./step-context";

type Props = { summary: string; icon: string; fields: readonly string[]; children: ReactNode };

/** Fields that are folded while nothing stands in them and nothing is wrong with them. */
export function FieldFold({ summary, icon, fields, children }: Props) {
  const { typed = {}, problems = {} } = use(StepContext) ?? {};
  const says = fields.some((field) => typed[field] || problems[field]);
  return (
    <Fold summary={summary} icon={icon} open={says || undefined}>
      <div className="pt-4">{children}</div>
    </Fold>
  );
}

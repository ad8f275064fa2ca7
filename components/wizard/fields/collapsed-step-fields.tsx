"use client";

import { type ReactNode, use } from "react";
import { Disclosure } from "@/components/ui/disclosure";
import { StepContext } from "../step/step-context";

type Props = { summary: string; icon: string; fields: readonly string[]; children: ReactNode };

/** Fields that are folded while nothing stands in them and nothing is wrong with them. */
export function CollapsedStepFields({ summary, icon, fields, children }: Props) {
  const { typed = {}, problems = {} } = use(StepContext) ?? {};
  const says = fields.some((field) => typed[field] || problems[field]);
  return (
    <Disclosure summary={summary} icon={icon} open={says || undefined}>
      <div className="pt-4">{children}</div>
    </Disclosure>
  );
}

"use client";

import { type ReactNode, use } from "react";
import { Disclosure } from "@/components/ui/disclosure";
import { StepContext } from "../step/step-context";

type Props = {
  summary: ReactNode;
  icon: string;
  fields: readonly string[];
  /** The summary tells what stands in them. */
  isTold?: boolean;
  children: ReactNode;
};

/** Fields that are folded while nothing stands in them, or the summary tells it, and nothing is wrong with them. */
export function CollapsedStepFields({ summary, icon, fields, isTold, children }: Props) {
  const { typed = {}, problems = {} } = use(StepContext) ?? {};
  const says = fields.some((field) => (typed[field] && !isTold) || problems[field]);
  return (
    <Disclosure summary={summary} icon={icon} open={says || undefined}>
      <div className="pt-4">{children}</div>
    </Disclosure>
  );
}

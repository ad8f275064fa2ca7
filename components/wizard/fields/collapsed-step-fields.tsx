"use client";

import { type ReactNode, use } from "react";
import { Disclosure } from "@/components/ui/disclosure";
import { StepContext } from "../step/step-context";

type Props = {
  summary: ReactNode;
  icon: string;
  fields: readonly string[];
  /** The summary already contains the values. */
  isTold?: boolean;
  children: ReactNode;
};

/** Folded while empty, or shown by the summary, and without errors. */
export function CollapsedStepFields({ summary, icon, fields, isTold, children }: Props) {
  const { typed = {}, problems = {} } = use(StepContext) ?? {};
  const says = fields.some((field) => (typed[field] && !isTold) || problems[field]);
  return (
    <Disclosure summary={summary} icon={icon} open={says || undefined}>
      <div className="pt-4">{children}</div>
    </Disclosure>
  );
}

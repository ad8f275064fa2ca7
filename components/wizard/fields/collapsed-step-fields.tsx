"use client";

import { type ReactNode, use } from "react";
import { Disclosure } from "@/components/ui/disclosure";
import { StepContext } from "../step/step-context";

type Props = {
  summary: ReactNode;
  icon: string;
  fields: readonly string[];
  /** The summary already contains the values. */
  isSummarised?: boolean;
  children: ReactNode;
};

/** Folded while empty, or shown by the summary, and without errors. */
export function CollapsedStepFields({ summary, icon, fields, isSummarised, children }: Props) {
  const { input = {}, problems = {} } = use(StepContext) ?? {};
  const isOpen = fields.some((field) => (input[field] && !isSummarised) || problems[field]);
  return (
    <Disclosure summary={summary} icon={icon} open={isOpen || undefined}>
      <div className="pt-4">{children}</div>
    </Disclosure>
  );
}

"use client";

import { createContext, type ReactNode, use } from "react";
import type { FormCode, RawInput } from "@/lib/wizard/types";
import type { DraftConflict, StepError } from "./step-state";

export type StepTexts = {
  title: string;
  submit: string;
  sending: string;
  optional: string;
  errorPrefix: string;
  summaryTitle: string;
  /** By `field.code`. */
  problems: Record<string, string>;
  fallback: string;
  refusals: Partial<Record<StepError, { title: string; text: ReactNode }>>;
  overtaken: Record<DraftConflict, ReactNode>;
};

type Step = {
  texts: Pick<StepTexts, "optional" | "errorPrefix">;
  /** The school must act first; a retry is useless. */
  closed: boolean;
  typed: RawInput;
  problems: Record<string, { code?: FormCode; text: string }>;
};

export const StepContext = createContext<Step | undefined>(undefined);

type UnlessProps = { children: ReactNode; otherwise?: ReactNode };

/** Shows `children` if a retry can help, else `otherwise`. */
export function UnlessFinalError({ children, otherwise }: UnlessProps) {
  return use(StepContext)?.closed ? otherwise : children;
}

/** Input, errors and texts of the surrounding step. */
export function useStepContext() {
  const step = use(StepContext);
  if (!step) throw new Error("a step's control outside of its form");
  return step;
}

/** The properties of a control with its input and errors. */
export function useStepControl(name: string, optional?: boolean) {
  const { typed, problems, texts } = useStepContext();
  return {
    id: name,
    name,
    defaultValue: typed[name],
    error: problems[name]?.text,
    errorPrefix: texts.errorPrefix,
    optional: optional ? texts.optional : undefined,
  };
}

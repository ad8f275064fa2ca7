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
  errors: Partial<Record<StepError, { title: string; text: ReactNode }>>;
  conflicts: Record<DraftConflict, ReactNode>;
};

type Step = {
  texts: Pick<StepTexts, "optional" | "errorPrefix">;
  /** The school must act first; a retry is useless. */
  isFinal: boolean;
  input: RawInput;
  problems: Record<string, { code?: FormCode; text: string }>;
};

export const StepContext = createContext<Step | undefined>(undefined);

type UnlessProps = { children: ReactNode; fallback?: ReactNode };

/** Shows `children` if a retry can help, else `fallback`. */
export function UnlessFinalError({ children, fallback }: UnlessProps) {
  return use(StepContext)?.isFinal ? fallback : children;
}

/** Input, errors and texts of the surrounding step. */
export function useStepContext() {
  const step = use(StepContext);
  if (!step) throw new Error("a step's control outside of its form");
  return step;
}

/** The properties of a control with its input and errors. */
export function useStepControl(name: string, optional?: boolean) {
  const { input, problems, texts } = useStepContext();
  return {
    name,
    defaultValue: input[name],
    error: problems[name]?.text,
    errorPrefix: texts.errorPrefix,
    optional: optional ? texts.optional : undefined,
  };
}

"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { ErrorSummary } from "@/components/ui/controls/error-summary";
import type { FormError } from "@/lib/platform/errors";
import { toSummaryErrors } from "./problem-links";

type Said = { at?: number; forget?: () => void };

const ErrorsContext = createContext<Said>({});

/** Errors shown above the page, which the form does not repeat; `forget` removes them. */
export const useErrorsShownAbove = () => useContext(ErrorsContext);

/**
 * The result of a form posted without scripts: errors come first, even if a colleague's action has removed
 * the form (desk 12).
 */
export function NoScriptErrors({ refusal, children }: { refusal: FormError; children: ReactNode }) {
  const [isNew, setNew] = useState(true);
  const said = useMemo(
    () => (isNew ? { at: refusal.at, forget: () => setNew(false) } : {}),
    [isNew, refusal],
  );
  return (
    <ErrorsContext value={said}>
      {isNew && (
        <div className="column pb-0">
          <ErrorSummary
            title={refusal.title}
            problems={toSummaryErrors(refusal.problems)}
            answer={refusal.at}
          />
        </div>
      )}
      {children}
    </ErrorsContext>
  );
}

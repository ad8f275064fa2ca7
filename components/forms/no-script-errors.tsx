"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { ErrorSummary } from "@/components/ui/controls/error-summary";
import type { FormError } from "@/lib/platform/errors";
import { toSummaryErrors } from "./problem-links";

type ErrorsAbove = { shownId?: number; clear?: () => void };

const ErrorsContext = createContext<ErrorsAbove>({});

/** Errors shown above the page, which the form does not repeat; `clear` removes them. */
export const useErrorsShownAbove = () => useContext(ErrorsContext);

/**
 * The result of a form posted without scripts: errors come first, even if a colleague's action has removed
 * the form (desk 12).
 */
export function NoScriptErrors({ error, children }: { error: FormError; children: ReactNode }) {
  const [isVisible, setVisible] = useState(true);
  const errorsAbove = useMemo(
    () => (isVisible ? { shownId: error.id, clear: () => setVisible(false) } : {}),
    [isVisible, error],
  );
  return (
    <ErrorsContext value={errorsAbove}>
      {isVisible && (
        <div className="column pb-0">
          <ErrorSummary title={error.title} problems={toSummaryErrors(error.problems)} focusKey={error.id} />
        </div>
      )}
      {children}
    </ErrorsContext>
  );
}

"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { ErrorSummary } from "@/components/ui/controls/error-summary";
import type { FormError } from "@/lib/platform/errors";
import { toSummaryErrors } from "./problem-links";

type Said = { at?: number; forget?: () => void };

const SaidAbove = createContext<Said>({});

/** The answer that stands above the page, which its form need not say again; `forget` once another is asked for. */
export const useErrorsShownAbove = () => useContext(SaidAbove);

/**
 * A page that answers a form posted without scripts: what was refused comes first, also where the form is there no
 * more, since a colleague has settled meanwhile what it was about (desk 12).
 */
export function NoScriptErrors({ refusal, children }: { refusal: FormError; children: ReactNode }) {
  const [isNew, setNew] = useState(true);
  const said = useMemo(
    () => (isNew ? { at: refusal.at, forget: () => setNew(false) } : {}),
    [isNew, refusal],
  );
  return (
    <SaidAbove value={said}>
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
    </SaidAbove>
  );
}

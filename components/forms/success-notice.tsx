"use client";

import { useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";

/** The result of an action, at the top of the next page; goes when another form has errors (`ActionForm`). */
export function SuccessNotice({ children }: { children: ReactNode }) {
  if (!useSearchParams().has("said")) return null;
  return (
    <Notice tone="ok" className="mb-6 print:hidden">
      <p role="status">{children}</p>
    </Notice>
  );
}

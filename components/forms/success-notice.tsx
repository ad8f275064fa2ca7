import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";

/** The result of an action, at the top of the next page. */
export function SuccessNotice({ children }: { children: ReactNode }) {
  return (
    <Notice tone="ok" className="mb-6 print:hidden">
      <p role="status">{children}</p>
    </Notice>
  );
}

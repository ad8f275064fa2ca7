import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";

/** What a form that acts has done, at the top of the page that follows. */
export function SuccessNotice({ children }: { children: ReactNode }) {
  return (
    <Notice tone="ok" className="mb-6 print:hidden">
      <p role="status">{children}</p>
    </Notice>
  );
}

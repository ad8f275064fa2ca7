import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";

/** Value of the tag `<here>`: reloads the page. */
export const reloadLinkTag = { here: (text: ReactNode) => <a href="?">{text}</a> };

/** Announced while typing, when the draft has changed elsewhere. */
export const DraftConflictNotice = ({ children }: { children: ReactNode }) => (
  <div role="status">
    {children && (
      <Notice>
        <p className="max-w-measure">{children}</p>
      </Notice>
    )}
  </div>
);

/**
 * Why Continue did not lead to the next step: another tab changed the draft or the question, or the build
 * is new.
 */
export const redirectReasons = ["yes", "renewed", "changed"] as const;

export type RedirectReason = (typeof redirectReasons)[number];

export function RedirectNotice({ reason }: { reason: RedirectReason }) {
  const t = useTranslations("wizard.overtaken");
  const text = ({ yes: "moved", renewed: "pageRenewed", changed: "question" } as const)[reason];
  return (
    <Notice title={t(`${text}Title`)}>
      <p className="max-w-measure">{t(text)}</p>
    </Notice>
  );
}

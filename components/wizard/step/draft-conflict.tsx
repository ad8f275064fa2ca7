import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";

/** The page as it stands by now, where `here` goes in its words. */
export const reloadLinkTag = { here: (words: ReactNode) => <a href="?">{words}</a> };

/** Heard while somebody types on a page that has been overtaken. */
export const DraftConflictNotice = ({ children }: { children: ReactNode }) => (
  <div role="status">
    {children && (
      <Notice>
        <p className="max-w-measure">{children}</p>
      </Notice>
    )}
  </div>
);

/** Why Continue led here, and not to what comes next: another tab, which may have changed the question, or the page was another build's. */
export const redirectReasons = ["yes", "renewed", "changed"] as const;

export type RedirectReason = (typeof redirectReasons)[number];

export function RedirectNotice({ why }: { why: RedirectReason }) {
  const t = useTranslations("wizard.overtaken");
  const words = ({ yes: "moved", renewed: "pageRenewed", changed: "question" } as const)[why];
  return (
    <Notice title={t(`${words}Title`)}>
      <p className="max-w-measure">{t(words)}</p>
    </Notice>
  );
}

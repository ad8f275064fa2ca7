import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DeskPage } from "@/components/desk/desk-page";
import { LinkButton } from "@/components/site/link-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/lib/i18n/navigation";

const tabs = { "/desk/audit": "done", "/desk/audit/opened": "opened" } as const;

type Props = {
  title: string;
  intro: string;
  /** The tab: audit log or page views. */
  address: keyof typeof tabs;
  filters: ReactNode;
  /** Undefined without results. */
  children: ReactNode;
  /** Address of older entries. */
  older: string | undefined;
};

export function AuditPage({ title, intro, address, filters, children, older }: Props) {
  const t = useTranslations("desk.record");
  return (
    <DeskPage title={title}>
      <nav aria-label={t("title")} className="tabs mb-4">
        {(["/desk/audit", "/desk/audit/opened"] as const).map((href) => (
          <Link key={href} href={href} aria-current={href === address ? "page" : undefined}>
            {t(tabs[href])}
          </Link>
        ))}
      </nav>
      <p className="mb-5 max-w-measure text-small text-muted">{intro}</p>
      {filters}
      {children || <EmptyState>{t("nothing")}</EmptyState>}
      {older && (
        <p className="pager">
          <LinkButton href={older} rel="next" variant="secondary">
            {t("older")}
          </LinkButton>
        </p>
      )}
    </DeskPage>
  );
}

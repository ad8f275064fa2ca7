import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DeskPage } from "@/components/desk/desk-page";
import { LinkButton } from "@/components/site/link-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/lib/i18n/navigation";

const tabs = { "/desk/audit": "done", "/desk/audit/opened": "opened" } as const;

type Props = {
  title: string;
  lead: string;
  /** Which of the record's two pages it is. */
  address: keyof typeof tabs;
  filters: ReactNode;
  /** The list, or nothing where nothing was found. */
  children: ReactNode;
  /** Where what came before stands, if something did. */
  older: string | undefined;
};

/** A page of what was done or opened at the desk: what it is, what is looked for, what was found. */
export function AuditPage({ title, lead, address, filters, children, older }: Props) {
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
      <p className="mb-5 max-w-measure text-small text-muted">{lead}</p>
      {filters}
      {children || <EmptyState>{t("nothing")}</EmptyState>}
      {older && (
        <p className="pager">
          <LinkButton href={older} rel="next" look="secondary">
            {t("older")}
          </LinkButton>
        </p>
      )}
    </DeskPage>
  );
}

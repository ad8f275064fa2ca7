import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DeskColumn } from "@/components/desk/desk-column";
import { Title } from "@/components/site/page";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/navigation";

type Props = {
  title: string;
  lead: string;
  /** The record's other page. */
  other: { href: string; words: string };
  filters: ReactNode;
  /** The list, or nothing where nothing was found. */
  children: ReactNode;
  /** Where what came before stands, if something did. */
  older: string | undefined;
};

/** A page of what was done or opened at the desk: what it is, what is looked for, what was found. */
export function RecordPage({ title, lead, other, filters, children, older }: Props) {
  const t = useTranslations("desk.record");
  return (
    <DeskColumn>
      <title>{title}</title>
      <Title>{title}</Title>
      <p className="mb-5 max-w-measure">
        {lead}{" "}
        <Link href={other.href} prefetch={false}>
          {other.words}
        </Link>
      </p>
      {filters}
      {children || <p>{t("nothing")}</p>}
      {older && (
        <Link href={older} rel="next" prefetch={false} className={buttonClass("secondary")}>
          {t("older")}
        </Link>
      )}
    </DeskColumn>
  );
}

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { PageColumn, PageHeading, Prose } from "@/components/layout/page-column";
import { Link } from "@/lib/i18n/navigation";
import { LegalText, type School } from "./legal-text";

type Props = { text: string; version: number; day: string; school: School };

/** A legal text in its stored version. */
export function LegalPage({ text, version, day, school }: Props) {
  const t = useTranslations("content");
  return (
    <PageColumn>
      <Prose>
        <LegalText text={text} school={school} overrides={overrides} />
        <p className="mt-10 text-small text-muted">{t("version", { version, day })}</p>
      </Prose>
    </PageColumn>
  );
}

const overrides = {
  h1: ({ children }: ComponentProps<"h1">) => <PageHeading>{children}</PageHeading>,
  h2: ({ children }: ComponentProps<"h2">) => <h2>{children}</h2>, // without Markdown's generated id
  h3: ({ children }: ComponentProps<"h3">) => <h3>{children}</h3>,
  link: (link: ComponentProps<typeof Link>) => <Link {...link} />,
};

import type { ReactNode } from "react";
import { PageHeading } from "@/components/layout/page-column";
import { Icon } from "@/components/ui/icons/icon";
import { chevronLeft } from "@/components/ui/icons/paths";
import { Link } from "@/lib/i18n/navigation";
import { DeskFlashMessage } from "./desk-flash-message";

type Props = {
  /** For the tab and the heading; a form may have its own. */
  title?: string;
  /** Instead of the title. */
  heading?: ReactNode;
  /** Above the heading, such as the year. */
  caption?: ReactNode;
  back?: { href: string; text: ReactNode } | undefined;
  /** The `said` parameter of the address: the last action. */
  flash?: string | string[] | undefined;
  intro?: string;
  children: ReactNode;
};

/** Wider than the family's pages, because of tables. */
export function DeskPage({ title, heading = title, caption, back, flash, intro, children }: Props) {
  return (
    <div className="desk-column">
      {title && <title>{title}</title>}
      {back && (
        <Link
          href={back.href}
          className="mb-2 inline-flex min-h-target items-center gap-1 text-small print:hidden"
        >
          <Icon d={chevronLeft} />
          {back.text}
        </Link>
      )}
      <DeskFlashMessage code={flash} />
      {heading && <PageHeading caption={caption}>{heading}</PageHeading>}
      {intro && <p className="mb-5 max-w-measure">{intro}</p>}
      {children}
    </div>
  );
}

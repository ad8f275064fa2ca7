import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "../layout/page-column";

type Props = { title: string; text: string; children?: ReactNode };

/** A page without content: the reason and one link. */
export function EmptyPage({ title, text, children }: Props) {
  return (
    <div className="wrap py-6 sm:py-10">
      <EmptyState action={children}>
        <PageHeading>{title}</PageHeading>
        <p className="mx-auto mb-4 max-w-measure">{text}</p>
      </EmptyState>
    </div>
  );
}

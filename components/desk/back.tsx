import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { chevronLeft } from "@/components/ui/icons";
import { Link } from "@/lib/i18n/navigation";

/** Leads to the page that this one belongs to. */
export function Back({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="mb-2 inline-flex min-h-target items-center gap-1 text-small print:hidden">
      <Icon d={chevronLeft} />
      {children}
    </Link>
  );
}

import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icons/icon";
import { chevronLeft } from "@/components/ui/icons/paths";
import { Link } from "@/lib/i18n/navigation";

export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="mb-2 inline-flex min-h-target items-center gap-1 text-small print:hidden">
      <Icon d={chevronLeft} />
      {children}
    </Link>
  );
}

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Column } from "@/components/site/page";
import { cn } from "@/components/ui/cn";
import { Link } from "@/lib/i18n/navigation";
import { WhileOffline } from "./while-offline";

type Props = { back: string; hasDraft: boolean; children: ReactNode };

/** What every step has around its form: the way back above, the family's control over its data below. */
export function StepFrame({ back, hasDraft, children }: Props) {
  const t = useTranslations("wizard");
  return (
    <Column>
      <WhileOffline words={t("backOffline")}>
        <Link
          href={back}
          prefetch={false}
          className="mb-4 inline-flex min-h-target items-center gap-2 print:hidden"
        >
          <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 fill-none stroke-current stroke-2">
            <path d="M10 2 4 8l6 6" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
          {t("back")}
        </Link>
      </WhileOffline>
      {children}
      {hasDraft && <SavedAnswers className="mt-12" />}
    </Column>
  );
}

/** That answers are kept, for how long, and how to delete them (W29). */
export function SavedAnswers({ className }: { className?: string }) {
  const t = useTranslations("wizard.privacy");
  return (
    <div className={cn("border-t border-hairline pt-5 text-small text-muted print:hidden", className)}>
      <p className="max-w-measure">{t("saved")}</p>
      <Link href="/enroll/delete" prefetch={false} className="inline-flex min-h-target items-center">
        {t("delete")}
      </Link>
    </div>
  );
}

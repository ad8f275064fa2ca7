import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageColumn } from "@/components/layout/page-column";
import { Icon } from "@/components/ui/icons/icon";
import { chevronLeft, lock } from "@/components/ui/icons/paths";
import { OfflineLink } from "@/components/ui/offline-link";
import { Link } from "@/lib/i18n/navigation";

type Props = {
  back: string;
  /** What is said of the answers that are kept: the first time how long, then that they are. */
  saved: "first" | "again" | undefined;
  children: ReactNode;
};

/** What every step has around its form: the way back above, the family's control over its data below. */
export function StepLayout({ back, saved, children }: Props) {
  const t = useTranslations("wizard");
  return (
    <PageColumn>
      <OfflineLink words={t("backOffline")}>
        <Link href={back} className="back-link sm:mb-2">
          <Icon d={chevronLeft} />
          {t("back")}
        </Link>
      </OfflineLink>
      {children}
      {saved && <SavedAnswers brief={saved === "again"} />}
    </PageColumn>
  );
}

/** That answers are kept, for how long, and how to delete them (W29); where that was said, that they are saved. */
export function SavedAnswers({ brief = false }: { brief?: boolean }) {
  const t = useTranslations("wizard.privacy");
  if (brief)
    return (
      <p className="mt-1 flex items-center gap-2 text-small text-muted print:hidden">
        <Icon d={lock} />
        {t.rich("brief", {
          link: (words) => (
            <Link href="/enroll/delete" className="inline-flex min-h-target items-center">
              {words}
            </Link>
          ),
          hidden: (words) => <span className="sr-only">{words}</span>,
        })}
      </p>
    );
  return (
    <div className="aside-note">
      <Icon d={lock} />
      <div>
        <p>{t("saved")}</p>
        <Link href="/enroll/delete" className="inline-flex min-h-target items-center">
          {t("delete")}
        </Link>
      </div>
    </div>
  );
}

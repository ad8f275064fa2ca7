import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageColumn } from "@/components/layout/page-column";
import { Icon } from "@/components/ui/icons/icon";
import { chevronLeft, lock } from "@/components/ui/icons/paths";
import { OfflineLink } from "@/components/ui/offline-link";
import { Link } from "@/lib/i18n/navigation";

type Props = {
  back: string;
  /** First save: shows the retention period; later: only that it was saved. */
  saved: "first" | "again" | undefined;
  /** Two columns on a wide screen. */
  wide?: boolean | undefined;
  children: ReactNode;
};

/** Back link above, saved answers below. */
export function StepLayout({ back, saved, wide, children }: Props) {
  const t = useTranslations("wizard");
  return (
    <PageColumn className={wide ? "lg:max-w-page" : undefined}>
      <OfflineLink text={t("backOffline")}>
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

/** Retention and deletion of saved answers (W29); `brief` where it was already explained. */
export function SavedAnswers({ brief = false }: { brief?: boolean }) {
  const t = useTranslations("wizard.privacy");
  if (brief)
    return (
      <p className="mt-1 flex items-center gap-2 text-small text-muted print:hidden">
        <Icon d={lock} />
        {t.rich("brief", {
          link: (text) => (
            <Link href="/enroll/delete" className="inline-flex min-h-target items-center">
              {text}
            </Link>
          ),
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </p>
    );
  return (
    <div className="mt-12 grid grid-cols-[auto_minmax(0,1fr)] gap-3 border-t border-hairline pt-4 text-[1rem] text-muted print:hidden">
      <Icon d={lock} className="mt-0.5" />
      <div>
        <p>{t("saved")}</p>
        <Link href="/enroll/delete" className="inline-flex min-h-target items-center">
          {t("delete")}
        </Link>
      </div>
    </div>
  );
}

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Column } from "@/components/site/page";
import { Icon } from "@/components/ui/icon";
import { chevronLeft, lock } from "@/components/ui/icons";
import { Link } from "@/lib/i18n/navigation";
import { WhileOffline } from "./while-offline";

type Props = { back: string; hasDraft: boolean; children: ReactNode };

/** What every step has around its form: the way back above, the family's control over its data below. */
export function StepFrame({ back, hasDraft, children }: Props) {
  const t = useTranslations("wizard");
  return (
    <Column>
      <WhileOffline words={t("backOffline")}>
        <Link href={back} className="back-link mb-2">
          <Icon d={chevronLeft} />
          {t("back")}
        </Link>
      </WhileOffline>
      {children}
      {hasDraft && <SavedAnswers brief />}
    </Column>
  );
}

/** That answers are kept, for how long, and how to delete them (W29); on a step that they are saved. */
export function SavedAnswers({ brief = false }: { brief?: boolean }) {
  const t = useTranslations("wizard.privacy");
  if (brief)
    return (
      <p className="mt-8 flex items-center gap-2 text-small text-muted print:hidden">
        <Icon d={lock} />
        {t.rich("brief", {
          link: (words) => (
            <Link href="/enroll/delete" className="inline-flex min-h-target items-center">
              {words}
            </Link>
          ),
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

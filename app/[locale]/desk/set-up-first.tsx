import { getTranslations } from "next-intl/server";
import { Notice } from "@/components/ui/notice";
import { Link } from "@/lib/i18n/navigation";
import { showSteps } from "@/lib/office/setup/steps";
import type { Actor } from "@/lib/people/staff/rights";

/** What the school still needs before families can ask for a place, for whoever sets it up; nothing once it has all. */
export async function SetUpFirst({ actor }: { actor: Actor }) {
  const [t, steps] = await Promise.all([getTranslations("desk.setup"), showSteps(actor)]);
  const missing = steps.filter(({ done }) => !done).map(({ step }) => t(`of.${step}.title`));
  if (missing.length === 0) return null;
  return (
    <Notice title={t("title")} tone="wait">
      <p>{t("missing", { steps: missing.join(" · ") })}</p>
      <p>
        <Link href="/desk/setup" className="inline-flex min-h-target items-center">
          {t("go")}
        </Link>
      </p>
    </Notice>
  );
}

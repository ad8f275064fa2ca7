import { getLocale, getTranslations } from "next-intl/server";
import { getDecisionAddress } from "@/app/[locale]/desk/_lib/session";
import { ShortcutKey } from "@/components/desk/shortcut-key";
import { cn } from "@/components/ui/cn";
import { buttonClass } from "@/components/ui/controls/button";
import { listOfferedReasons } from "@/lib/decisions/reasons";
import { type DecisionHistory, getOneClickPlace } from "@/lib/desk/decide/queries";
import type { State } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { hasReadReceipt, type StaffSession } from "@/lib/people/staff/sessions";
import type { Day } from "@/lib/platform/dates";
import { DecisionMenu } from "../[reference]/_record/decision-menu";
import {
  AcceptForm,
  listSeldomDecisions,
  PlaceConfirmationStatus,
  UnnotifiedPanel,
} from "../[reference]/_record/decision-panel";
import { acceptAction } from "../[reference]/actions";
import { PaneDecisionForm } from "./pane-decision-form";

type Props = {
  session: StaffSession;
  decisions: DecisionHistory;
  list: string | undefined;
  day: Day;
  hasNext: boolean;
};

/** What is decided beside the list; what it seldom is, on its page, which leads back here (desk 35, 36). */
export async function PaneDecisions({ session, decisions, list, day, hasNext }: Props) {
  const [t, locale, reasons] = [
    await getTranslations("decisions"),
    (await getLocale()) as Locale,
    await listOfferedReasons(),
  ];
  const { standing, place, rank, wishes, mayDecide, tell } = decisions;
  const { reference, untold } = standing;
  const plain = hasReadReceipt(session, "accepted", day) ? getOneClickPlace(decisions) : undefined;
  const isHere = (to: State) => (to === "waiting" && wishes.length > 0) || to === "rejected";
  const seldom = listSeldomDecisions(decisions).filter((to) => !isHere(to));
  return (
    <section aria-label={t("panel.title")} className="mb-3">
      {place && <p className="mb-2 font-semibold">{place}</p>}
      {rank !== undefined && <p className="mb-2 text-small">{t("panel.rank", { rank })}</p>}
      {untold && <UnnotifiedPanel decisions={decisions} />}
      <PlaceConfirmationStatus decisions={decisions} />
      {plain && <AcceptForm {...{ decisions, plain, hasNext }} accept={acceptAction} beside />}
      {mayDecide.includes("accepted") && !plain && <Accept {...{ reference, list }} />}
      {mayDecide.includes("waiting") && isHere("waiting") && (
        <PaneDecisionForm to="waiting" {...{ decisions, tell, hasNext }} />
      )}
      {mayDecide.includes("rejected") && (
        <PaneDecisionForm
          to="rejected"
          {...{ decisions, tell, hasNext }}
          reasons={reasons
            .filter(({ offeredFor }) => offeredFor.includes("rejected"))
            .map((reason) => ({ value: reason.code, label: reason[locale] }))}
        />
      )}
      <DecisionMenu
        ways={
          await Promise.all(
            seldom.map(async (to) => ({
              words: t(`actions.${to}`),
              href: await getDecisionAddress(reference, list, to),
            })),
          )
        }
      />
    </section>
  );
}

type AcceptProps = { reference: string; list: string | undefined };

/** The page of an acceptance, which leads back here. */
async function Accept({ reference, list }: AcceptProps) {
  const t = await getTranslations("decisions.actions");
  return (
    <Link
      href={await getDecisionAddress(reference, list, "accepted")}
      className={cn(buttonClass("primary"), "mb-3")}
      data-key="a"
    >
      {t("accepted")}
      <ShortcutKey>a</ShortcutKey>
    </Link>
  );
}

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
import { AcceptForm, PlaceConfirmationStatus, UnnotifiedPanel } from "../[reference]/_record/decision-panel";
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
  const elsewhere = mayDecide.filter(
    (to) => !isHere(to) && !(untold && to === "pending") && !(plain && to === "accepted"),
  );
  return (
    <section aria-label={t("panel.title")} className="mb-3">
      {place && <p className="mb-2 font-semibold">{place}</p>}
      {rank !== undefined && <p className="mb-2 text-small">{t("panel.rank", { rank })}</p>}
      {untold && <UnnotifiedPanel decisions={decisions} />}
      <PlaceConfirmationStatus decisions={decisions} />
      {plain && <AcceptForm {...{ decisions, plain, hasNext }} accept={acceptAction} beside />}
      {elsewhere.includes("accepted") && <Elsewhere to="accepted" {...{ reference, list }} />}
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
      {elsewhere.map((to) => to !== "accepted" && <Elsewhere key={to} {...{ to, reference, list }} />)}
    </section>
  );
}

type ElsewhereProps = { to: State; reference: string; list: string | undefined };

/** The page of a decision, which leads back here. */
async function Elsewhere({ to, reference, list }: ElsewhereProps) {
  const t = await getTranslations("decisions.actions");
  const isAcceptance = to === "accepted";
  return (
    <Link
      href={await getDecisionAddress(reference, list, to)}
      className={isAcceptance ? cn(buttonClass("primary"), "mb-3") : buttonClass("quiet")}
      data-key={isAcceptance ? "a" : undefined}
    >
      {t(to)}
      {isAcceptance && <ShortcutKey>a</ShortcutKey>}
    </Link>
  );
}

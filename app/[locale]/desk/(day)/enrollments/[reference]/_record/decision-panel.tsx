import { useLocale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { getDecisionAddress } from "@/app/[locale]/desk/_lib/session";
import { PaneDecisionForms } from "@/app/[locale]/desk/(day)/enrollments/_pane/pane-decision-form";
import { decideAction } from "@/app/[locale]/desk/(day)/enrollments/[reference]/decide/[state]/actions";
import { getFreePlacesValues } from "@/components/desk/enrollment/free-places";
import { VersionField } from "@/components/desk/mail-preview";
import { ShortcutKey } from "@/components/desk/shortcut-key";
import { SubmitButton } from "@/components/forms/fields";
import { LinkButton } from "@/components/site/link-button";
import { PlacesBar } from "@/components/ui/charts/places-bar";
import { cn } from "@/components/ui/cn";
import { buttonClass } from "@/components/ui/controls/button";
import { isCoveredBy } from "@/lib/decisions/place";
import { type DecisionHistory, getOneClickPlace } from "@/lib/desk/decide/queries";
import { readOccupiedPlaces } from "@/lib/desk/places/queries";
import type { State } from "@/lib/enrollment/states";
import { addElision, formatDay } from "@/lib/i18n/format";
import { Link } from "@/lib/i18n/navigation";
import type { Actor } from "@/lib/people/staff/permissions";
import { hasReadReceipt, type StaffSession } from "@/lib/people/staff/sessions";
import { getSchoolToday } from "@/lib/school/settings";

type Props = {
  session: StaffSession;
  decisions: DecisionHistory;
  /** The list has another enrollment. */
  hasNext: boolean;
  /** Query of the list that the enrollment was opened from. */
  list: string | undefined;
  /** In the pane, which also offers waiting and rejection. */
  inPane?: boolean;
};

/**
 * The decision, the notification, and available actions: one click if this session saw the mail today,
 * else a page with the mail (desk 11, 35, 36).
 */
export async function DecisionPanel({ session, decisions, hasNext, list, inPane = false }: Props) {
  const t = await getTranslations("decisions");
  const { enrollment, place, rank, choices, canDecide, history } = decisions;
  const { reference, unnotified, schoolYearId } = enrollment;
  const day = await getSchoolToday();
  const oneClickPlace = hasReadReceipt(session, "accepted", day) ? getOneClickPlace(decisions) : undefined;
  const getHref = (to: State) => getDecisionAddress(reference, list, to);
  const accept = canDecide.includes("accepted") ? await getHref("accepted") : undefined;
  const linked = listLinkedDecisions(decisions, inPane).filter((to) => to !== "accepted" || oneClickPlace);
  const links = await Promise.all(linked.map(async (to) => ({ to, href: await getHref(to) })));
  return (
    <>
      {place && (
        <p className="mb-2 [overflow-wrap:anywhere]">
          <b>{place}</b>
          {rank !== undefined && ` · ${t("panel.rank", { rank })}`}
        </p>
      )}
      <RequestedPlaces actor={session.actor} year={schoolYearId} choices={choices} />
      {history[0]?.status === "void" && <p className="mb-3 text-small">{t("panel.overtaken")}</p>}
      {unnotified && <UnnotifiedPanel decisions={decisions} />}
      <PlaceConfirmationStatus decisions={decisions} />
      {oneClickPlace && <AcceptForm {...{ decisions, hasNext, inPane }} place={oneClickPlace} />}
      {inPane && accept && !oneClickPlace && <AcceptLink href={accept} inPane />}
      {inPane && <PaneDecisionForms {...{ decisions, hasNext }} />}
      {canDecide.length > 0 && (
        <nav aria-label={t("panel.decide")} className="my-3 flex flex-wrap items-center gap-3 print:hidden">
          {!inPane && accept && !oneClickPlace && <AcceptLink href={accept} />}
          {links.map(({ to, href }) => (
            <LinkButton
              key={to}
              href={href}
              variant={to === "waiting" || to === "rejected" ? "secondary" : "quiet"}
            >
              {t(to === "accepted" ? "panel.otherwise" : `actions.${to}`)}
            </LinkButton>
          ))}
        </nav>
      )}
    </>
  );
}

/** Without those that the pane has forms for, and without "reopen" where Undo is possible. */
const listLinkedDecisions = ({ canDecide, enrollment, choices }: DecisionHistory, inPane: boolean) =>
  canDecide.filter(
    (to) =>
      !(enrollment.unnotified && to === "pending") &&
      !(inPane && (to === "rejected" || (to === "waiting" && choices.length > 0))),
  );

/** The page of an acceptance; returns to the pane. */
function AcceptLink({ href, inPane }: { href: string; inPane?: boolean }) {
  const t = useTranslations("decisions.actions");
  return (
    <Link href={href} className={cn(buttonClass("primary"), inPane && "mb-3")} data-key={inPane && "a"}>
      {t("accepted")}
      {inPane && <ShortcutKey>a</ShortcutKey>}
    </Link>
  );
}

type AcceptProps = Pick<Props, "decisions" | "hasNext"> & {
  place: NonNullable<ReturnType<typeof getOneClickPlace>>;
  inPane: boolean;
};

/**
 * One click if a place is free, nobody waits and this session saw the mail today (desk 36); in the pane it
 * opens the next enrollment.
 */
function AcceptForm({ decisions, place, hasNext, inPane }: AcceptProps) {
  const t = useTranslations("decisions");
  const { enrollment, tell } = decisions;
  return (
    <DeskForm name="accept" action={decideAction} className="mb-3 print:hidden">
      <input type="hidden" name="to" value="accepted" />
      <VersionField version={enrollment.version} />
      <input type="hidden" name="place" value={`${place.specialityId ?? ""}/${place.syllabusId ?? ""}`} />
      <input type="hidden" name="tell" value={tell} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton
          name="intent"
          value={inPane && hasNext ? "next" : "decide"}
          data-key={inPane ? "a" : undefined}
          className={inPane ? "grow" : undefined}
        >
          {t("panel.acceptIn", { place: place.name })}
          {inPane && <ShortcutKey>a</ShortcutKey>}
        </SubmitButton>
        {hasNext && !inPane && (
          <SubmitButton variant="secondary" name="intent" value="next">
            {t("panel.acceptNext")}
          </SubmitButton>
        )}
      </div>
      <p className="mt-2 text-small text-muted">{t(`panel.tells.${tell}`)}</p>
    </DeskForm>
  );
}

/** The deadline of the place confirmation; a confirmation by telephone is entered here. */
function PlaceConfirmationStatus({ decisions }: Pick<Props, "decisions">) {
  const t = useTranslations("decisions.panel");
  const locale = useLocale();
  const { answer, enrollment, canDecide } = decisions;
  if (!answer) return null;
  const day = addElision({ day: formatDay(answer.answerBy, locale) });
  return (
    <div className="mb-4 text-small">
      <p className="mb-2">{t(answer.isExpired ? "lapsed" : answer.loses ? "askedLoses" : "asked", day)}</p>
      {canDecide.length > 0 && !answer.isExpired && !enrollment.student.erasedAt && (
        <DeskForm name="keep" verb="place_kept" className="print:hidden">
          <VersionField version={enrollment.version} />
          <SubmitButton variant="secondary">{t("keep")}</SubmitButton>
        </DeskForm>
      )}
    </div>
  );
}

function UnnotifiedPanel({ decisions }: Pick<Props, "decisions">) {
  const { instant } = useDateFormats();
  const t = useTranslations("decisions.panel");
  const states = useTranslations("decisions.states");
  const { enrollment, canDecide } = decisions;
  const { unnotified, state, version } = enrollment;
  return (
    <div className="mb-4 rounded-card border-l-4 border-accent bg-tint px-5 py-3 text-small">
      <p>{unnotified?.tellAt ? t("held", { time: instant(unnotified.tellAt) }) : t("withList")}</p>
      <p className="mb-2">{t("known", { state: states(state) })}</p>
      {canDecide.length > 0 && (
        <DeskForm name="undo" verb="decision_undone" className="print:hidden">
          <VersionField version={version} />
          <SubmitButton variant="secondary">{t("undo")}</SubmitButton>
        </DeskForm>
      )}
    </div>
  );
}

type RequestedPlacesProps = { actor: Actor; year: number; choices: DecisionHistory["choices"] };

/** Requested places with occupancy and others who wait for them (desk 36). */
async function RequestedPlaces({ actor, year, choices }: RequestedPlacesProps) {
  if (choices.length === 0) return null;
  const [t, limits] = await Promise.all([
    getTranslations("decisions.form"),
    readOccupiedPlaces(actor, year, choices),
  ]);
  return (
    <ol className="mb-3 list-decimal pl-5">
      {choices.map(({ name, ...choice }) => {
        const occupancy = t("left", getFreePlacesValues(choice));
        const limit = limits.find((place) => isCoveredBy(place, choice));
        return (
          <li key={name} className="mb-1">
            <b>{name}</b> {!limit && <span className="text-muted">· {occupancy}</span>}
            {!choice.isOffered && <span className="block text-wait">{t("notOffered")}</span>}
            {limit && (
              <>
                <PlacesBar
                  label={`${name}: ${occupancy}`}
                  notified={limit.occupied}
                  decided={0}
                  waiting={choice.waiting}
                  limit={limit.limit}
                />
                <span className="text-muted">{occupancy}</span>
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}

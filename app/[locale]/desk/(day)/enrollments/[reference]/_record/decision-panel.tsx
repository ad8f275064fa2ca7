import { useLocale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { getDecisionAddress } from "@/app/[locale]/desk/_lib/session";
import { PaneDecisionForms } from "@/app/[locale]/desk/(day)/enrollments/_pane/pane-decision-form";
import { acceptAction } from "@/app/[locale]/desk/(day)/enrollments/[reference]/actions";
import { getFreePlacesValues } from "@/components/desk/enrollment/free-places";
import { VersionField } from "@/components/desk/mail-preview";
import { ShortcutKey } from "@/components/desk/shortcut-key";
import { SubmitButton } from "@/components/forms/fields";
import { LinkButton } from "@/components/site/link-button";
import { PlacesBar } from "@/components/ui/charts/places-bar";
import { cn } from "@/components/ui/cn";
import { buttonClass } from "@/components/ui/controls/button";
import { Menu } from "@/components/ui/menu";
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
  beside?: boolean;
};

/**
 * The decision, the notification, and available actions: one click if this session saw the mail today,
 * else a page with the mail (desk 11, 35, 36).
 */
export async function DecisionPanel({ session, decisions, hasNext, list, beside = false }: Props) {
  const t = await getTranslations("decisions");
  const { enrollment, place, rank, wishes, canDecide, history } = decisions;
  const { reference, unnotified, schoolYearId } = enrollment;
  const day = await getSchoolToday();
  const plain = hasReadReceipt(session, "accepted", day) ? getOneClickPlace(decisions) : undefined;
  const hrefOf = (to: State) => getDecisionAddress(reference, list, to);
  const accept = canDecide.includes("accepted") ? await hrefOf("accepted") : undefined;
  const ways = [
    ...(plain && accept ? [{ text: t("panel.otherwise"), href: accept }] : []),
    ...(await Promise.all(
      listSeldomDecisions(decisions, beside).map(async (to) => ({
        text: t(`actions.${to}`),
        href: await hrefOf(to),
      })),
    )),
  ];
  return (
    <>
      {place && (
        <p className="mb-2 [overflow-wrap:anywhere]">
          <b>{place}</b>
          {rank !== undefined && ` · ${t("panel.rank", { rank })}`}
        </p>
      )}
      <RequestedPlaces actor={session.actor} year={schoolYearId} wishes={wishes} />
      {history[0]?.status === "void" && <p className="mb-3 text-small">{t("panel.overtaken")}</p>}
      {unnotified && <UnnotifiedPanel decisions={decisions} />}
      <PlaceConfirmationStatus decisions={decisions} />
      {plain && <AcceptForm {...{ decisions, plain, hasNext, beside }} />}
      {beside && accept && !plain && <AcceptLink href={accept} beside />}
      {beside && <PaneDecisionForms {...{ decisions, hasNext }} />}
      {canDecide.length > 0 && (
        <nav aria-label={t("panel.decide")} className="my-3 flex flex-wrap items-center gap-3 print:hidden">
          {!beside && accept && !plain && <AcceptLink href={accept} />}
          <DecisionMenu ways={ways} />
        </nav>
      )}
    </>
  );
}

/** Rare decisions; without "reopen" where Undo is possible. */
const listSeldomDecisions = ({ canDecide, enrollment, wishes }: DecisionHistory, beside: boolean) =>
  canDecide.filter(
    (to) =>
      to !== "accepted" &&
      !(enrollment.unnotified && to === "pending") &&
      !(beside && (to === "rejected" || (to === "waiting" && wishes.length > 0))),
  );

/** The page of an acceptance; returns to the pane. */
function AcceptLink({ href, beside }: { href: string; beside?: boolean }) {
  const t = useTranslations("decisions.actions");
  return (
    <Link href={href} className={cn(buttonClass("primary"), beside && "mb-3")} data-key={beside && "a"}>
      {t("accepted")}
      {beside && <ShortcutKey>a</ShortcutKey>}
    </Link>
  );
}

type AcceptProps = Pick<Props, "decisions" | "hasNext"> & {
  plain: NonNullable<ReturnType<typeof getOneClickPlace>>;
  beside: boolean;
};

/**
 * One click if a place is free, nobody waits and this session saw the mail today (desk 36); in the pane it
 * opens the next enrollment.
 */
function AcceptForm({ decisions, plain, hasNext, beside }: AcceptProps) {
  const t = useTranslations("decisions");
  const { enrollment, tell } = decisions;
  return (
    <DeskForm name="accept" action={acceptAction} className="mb-3 print:hidden">
      <VersionField version={enrollment.version} />
      <input type="hidden" name="place" value={`${plain.specialityId ?? ""}/${plain.syllabusId ?? ""}`} />
      <input type="hidden" name="tell" value={tell} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton
          name="intent"
          value={beside && hasNext ? "next" : "decide"}
          data-key={beside ? "a" : undefined}
          className={beside ? "grow" : undefined}
        >
          {t("panel.acceptIn", { place: plain.name })}
          {beside && <ShortcutKey>a</ShortcutKey>}
        </SubmitButton>
        {hasNext && !beside && (
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
      {canDecide.length > 0 && !answer.isExpired && (
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

type DecisionMenuProps = { ways: { text: string; href: string }[] };

/** The less common decisions; a single one is a button. */
function DecisionMenu({ ways }: DecisionMenuProps) {
  const t = useTranslations("decisions.panel");
  const [only, ...more] = ways;
  if (!only) return null;
  if (more.length === 0)
    return (
      <LinkButton href={only.href} variant="secondary">
        {only.text}
      </LinkButton>
    );
  return (
    <Menu label={t("others")} className="print:hidden [&>div]:right-auto [&>div]:left-0">
      <ul>
        {ways.map(({ text, href }) => (
          <li key={href}>
            <Link href={href} className="menu-item">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </Menu>
  );
}

type RequestedPlacesProps = { actor: Actor; year: number; wishes: DecisionHistory["wishes"] };

/** Requested places with occupancy and waiting list (desk 36). */
async function RequestedPlaces({ actor, year, wishes }: RequestedPlacesProps) {
  if (wishes.length === 0) return null;
  const [t, limits] = await Promise.all([
    getTranslations("decisions.form"),
    readOccupiedPlaces(actor, year, wishes),
  ]);
  return (
    <ol className="mb-3 list-decimal pl-5">
      {wishes.map(({ name, ...wish }) => {
        const left = t("left", getFreePlacesValues(wish));
        const limit = limits.find((one) => isCoveredBy(one, wish));
        return (
          <li key={name} className="mb-1">
            <b>{name}</b> {!limit && <span className="text-muted">· {left}</span>}
            {!wish.isOffered && <span className="block text-wait">{t("notOffered")}</span>}
            {limit && (
              <>
                <PlacesBar
                  label={`${name}: ${left}`}
                  told={limit.taken}
                  decided={0}
                  waiting={limit.waiting}
                  limit={limit.limit}
                />
                <span className="text-muted">{left}</span>
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}

import { getLocale, getTranslations } from "next-intl/server";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { getDecisionMailPreviews } from "@/app/[locale]/desk/_lib/preview-mails";
import { getEnrollmentAddress, getListQuery } from "@/app/[locale]/desk/_lib/session";
import { hasNextEnrollment } from "@/app/[locale]/desk/(day)/enrollments/[reference]/list-navigation";
import { DeskPage } from "@/components/desk/desk-page";
import { DecisionError, formatDecisionError } from "@/lib/decisions/decision-error";
import { type DecisionOptions, getDecisionOptions } from "@/lib/desk/decide/queries";
import { isReference } from "@/lib/desk/list/filters";
import { readOccupiedPlaces } from "@/lib/desk/places/queries";
import { readEnrollmentRecord } from "@/lib/desk/record/queries";
import { isState, type State } from "@/lib/enrollment/states";
import type { Actor } from "@/lib/people/staff/permissions";
import { saveReadReceipt } from "@/lib/people/staff/sessions";
import { getSchoolToday } from "@/lib/school/settings";
import { describeChange } from "../../catch-decision-conflict";
import { DecisionForm, NoDecision } from "./decision-form";

/** A decision with its consequences, before it is saved (desk 11). */
export default defineDeskPage(
  "decide",
  "decisions.form",
  async ({ t, session, actor, params, query: { repeats: duplicate } }) => {
    const { reference = "", state = "" } = params;
    const to = isState(state) ? state : undefined;
    const enrollment = to && (await readEnrollmentRecord(actor, reference, new Date()));
    if (!to || !enrollment) return;

    const list = await getListQuery();
    const erased = await getTranslations("desk.enrollment.erased");
    const student =
      [enrollment.student.name, enrollment.student.surname].filter(Boolean).join(" ") || erased("name");
    const page = {
      title: t(`titles.${to}`, { student }),
      caption: <span className="font-mono">{reference}</span>,
    };
    const back = { href: await getEnrollmentAddress(reference, list), text: t("back") };
    const options = await findOptions(actor, reference, to);
    if (typeof options === "string") {
      return (
        <DeskPage back={back}>
          <NoDecision {...page}>{options}</NoDecision>
        </DeskPage>
      );
    }
    const hasNext = await hasNextEnrollment({ session, reference, list });
    const repeats = typeof duplicate === "string" && isReference(duplicate) ? duplicate : undefined;
    const mails = await previewMails(actor, { reference, to, repeats, ...options.preselected }, options.year);
    if (mails && mails.length > 0) await saveReadReceipt(session, to, await getSchoolToday());
    return (
      <DeskPage back={back}>
        <DecisionForm
          to={to}
          options={options}
          repeats={repeats}
          mails={mails}
          hasNext={hasNext}
          name={enrollment.student.name || student}
          places={
            to === "accepted"
              ? await readOccupiedPlaces(actor, enrollment.schoolYear.id, [options.preselected])
              : []
          }
          {...page}
        />
      </DeskPage>
    );
  },
);

/** The form's options; or why this decision is not possible, as after Back to a decided enrollment. */
async function findOptions(actor: Actor, reference: string, to: State) {
  const locale = await getLocale();
  try {
    return await getDecisionOptions(reference, to, locale, actor);
  } catch (error) {
    if (!(error instanceof DecisionError)) throw error;
    return `${formatDecisionError(error, locale)} ${(await describeChange(actor, reference)).change}`.trim();
  }
}

type InitialDecision = {
  reference: string;
  to: State;
  specialityId: number | null;
  syllabusId: number | null;
  repeats: string | undefined;
};

/** The mails for the initial values; undefined while a required choice is missing. */
async function previewMails(
  actor: Actor,
  { specialityId, syllabusId, ...decision }: InitialDecision,
  year: DecisionOptions["year"],
) {
  try {
    return await getDecisionMailPreviews(
      { ...decision, specialityId: specialityId ?? undefined, syllabusId: syllabusId ?? undefined },
      actor,
      year,
    );
  } catch (error) {
    if (error instanceof DecisionError) return undefined;
    throw error;
  }
}

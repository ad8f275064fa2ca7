import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { CorrectionRequests } from "@/app/[locale]/desk/(day)/enrollments/[reference]/_record/correction-requests";
import { Labels } from "@/app/[locale]/desk/(day)/enrollments/[reference]/_record/labels";
import { CorrectLink, People } from "@/app/[locale]/desk/(day)/enrollments/[reference]/_record/people";
import { PossibleDuplicates } from "@/app/[locale]/desk/(day)/enrollments/[reference]/_record/possible-duplicates";
import { ClaimList } from "@/app/[locale]/desk/(year)/round/_forms/claim-check-forms";
import { SubmitButton, TextAreaField } from "@/components/forms/fields";
import { DescriptionList, Section } from "@/components/ui/section";
import { findActiveRound } from "@/lib/admission/round";
import { listPartOptions } from "@/lib/desk/correction/queries";
import { listCorrectionRequests } from "@/lib/desk/correction/verbs";
import type { DecisionHistory } from "@/lib/desk/decide/queries";
import { listLabels } from "@/lib/desk/labels/verbs";
import { createAnswerLabels, listStudyAnswers } from "@/lib/desk/record/answer-labels";
import { type EnrollmentRecord, listDuplicateCandidates } from "@/lib/desk/record/queries";
import { readGuardianMarks } from "@/lib/desk/record/verbs";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";
import { getSchoolToday } from "@/lib/school/settings";

/** Parts of an enrollment, shared by page and pane (desk 10, 35). */
type Props = { enrollment: EnrollmentRecord; actor: Actor; list: string | undefined };

/** Issues to settle before a decision. */
export async function OpenIssues({
  enrollment,
  decisions,
  actor,
  list,
}: Props & { decisions: DecisionHistory }) {
  return (
    <>
      <PossibleDuplicates
        enrollment={enrollment}
        others={await listDuplicateCandidates(actor, enrollment.id)}
        canWithdraw={decisions.canDecide.includes("withdrawn")}
        canConfirm={hasPermission(actor, "decide")}
        list={list}
      />
      <CorrectionRequests
        corrections={await listCorrectionRequests(actor, enrollment.reference)}
        canCorrect={hasPermission(actor, "correct")}
      />
      <Disagreements enrollment={enrollment} canSettle={hasPermission(actor, "decide")} />
    </>
  );
}

/** The family's answers. */
export async function Answers({ enrollment, actor, list }: Props) {
  return (
    <>
      <RequestedChoices enrollment={enrollment} canCorrect={hasPermission(actor, "correct")} list={list} />
      <People
        enrollment={enrollment}
        canCorrect={hasPermission(actor, "correct")}
        list={list}
        today={await getSchoolToday()}
        marks={{
          marks: await readGuardianMarks(actor, enrollment.reference),
          canMark: hasPermission(actor, "mark_guardian") && !enrollment.student.erasedAt,
        }}
      />
    </>
  );
}

/** Its claims in the active round, which can be checked again until the list is closed (admission 2). */
export async function RoundPoints({ enrollment, actor }: Omit<Props, "list">) {
  const { reference, schoolYearId, merits } = enrollment;
  const round = merits.length > 0 ? await findActiveRound(schoolYearId) : null;
  const isClaimed = ({ id }: { id: number }) => merits.some(({ criterionId }) => criterionId === id);
  if (!round?.criteria.some(isClaimed)) return null;
  const canCheck = round.state === "open" && hasPermission(actor, "check_merits");
  return (
    <Section id="points" title={(await getTranslations("desk.round.merits"))("record")}>
      <ClaimList {...{ round, reference, merits, canCheck }} />
    </Section>
  );
}

/** Labels and notes (desk 16). */
export async function Remarks({ enrollment: { labels, notes, student }, actor }: Omit<Props, "list">) {
  const canAdd = hasPermission(actor, "note") && !student.erasedAt;
  return (
    <>
      <Labels labels={labels} suggestions={await listLabels(actor)} canAdd={canAdd} />
      <Notes {...{ notes, canAdd }} />
    </>
  );
}

type RequestedChoicesProps = {
  enrollment: EnrollmentRecord;
  canCorrect: boolean;
  /** Query of the list that the enrollment was opened from. */
  list: string | undefined;
};

/** Requested choices in order, with the family's remarks. */
async function RequestedChoices({ enrollment, canCorrect, list }: RequestedChoicesProps) {
  const t = await getTranslations("desk.enrollment");
  const labels = createAnswerLabels(await getLocale(), await listPartOptions(enrollment));
  const choiceCount = enrollment.specialityChoices.length + enrollment.syllabusChoices.length;
  return (
    <Section
      id="studies"
      title={t("studies")}
      action={canCorrect && <CorrectLink {...{ enrollment, list }} part="studies" title={t("studies")} />}
    >
      {choiceCount === 0 && <p className="text-small text-muted">{t("noChoices")}</p>}
      <DescriptionList
        rows={[
          ...listStudyAnswers(enrollment).map(({ field, answer }) => ({
            label: labels.label(field),
            value: answer === undefined ? undefined : labels.format(field, answer),
          })),
          { label: t("terms"), value: enrollment.termsUrl },
        ]}
      />
    </Section>
  );
}

type NotesProps = {
  notes: EnrollmentRecord["notes"];
  canAdd: boolean;
};

/** Internal notes, newest first (desk 16). */
function Notes({ notes, canAdd }: NotesProps) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.notes");
  return (
    <Section id="notes" title={t("title")}>
      {canAdd && (
        <DeskForm name="note" verb="noted" className="print:hidden">
          <TextAreaField name="note" rows={3} label={t("label")} hint={t("hint")} />
          <div className="-mt-3 mb-5">
            <SubmitButton variant="secondary">{t("submit")}</SubmitButton>
          </div>
        </DeskForm>
      )}
      {notes.length === 0 && <p className="text-small text-muted">{t("none")}</p>}
      <ul>
        {notes.map(({ id, text, createdAt, member }) => (
          <li key={id} className="break-inside-avoid border-b border-hairline py-3 text-small">
            <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
            <p className="text-muted">
              <bdi>{member.name ?? member.email}</bdi> · {instant(createdAt)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type DisagreementsProps = {
  enrollment: EnrollmentRecord;
  canSettle: boolean;
};

/** Guardians' objections and how they were settled. */
function Disagreements({ enrollment, canSettle }: DisagreementsProps) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.disagreements");
  const { disagreements, student } = enrollment;
  const objectors = student.guardians.filter(({ deniedAt }) => deniedAt !== null);
  if (disagreements.length === 0 && objectors.length === 0) return null;
  return (
    <Section id="disagreements" title={t("title")}>
      {objectors.map(({ guardian }) => (
        <p key={guardian.id} className="mb-3 text-small">
          {t("denied", { name: getName(guardian) })}
        </p>
      ))}
      <ul>
        {disagreements.map(({ id, words: text, createdAt, settledAt, settlement, guardian }) => (
          <li key={id} className="mb-4 text-small">
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
            <p className="text-muted">{t("by", { name: getName(guardian), time: instant(createdAt) })}</p>
            {settledAt && (
              <p className="whitespace-pre-line [overflow-wrap:anywhere]">
                {t("settled", { time: instant(settledAt), text: settlement ?? "" })}
              </p>
            )}
            {!settledAt && canSettle && !student.erasedAt && (
              <DeskForm name={`settle-${id}`} verb="disagreement_settled" className="mt-3 print:hidden">
                <input type="hidden" name="disagreement" value={id} />
                <TextAreaField
                  name={`settlement-${id}`}
                  label={t("label")}
                  hint={t("hint")}
                  rows={3}
                  maxLength={2000}
                />
                <SubmitButton variant="secondary">{t("submit")}</SubmitButton>
              </DeskForm>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const getName = ({ name, surname, email }: { name: string | null; surname: string | null; email: string }) =>
  [name, surname].filter(Boolean).join(" ") || email;

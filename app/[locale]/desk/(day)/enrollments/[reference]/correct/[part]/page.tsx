import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { EnrollmentFields } from "@/app/[locale]/desk/_lib/enrollment-fields";
import { getListQuery } from "@/app/[locale]/desk/_lib/session";
import { CorrectionRequests } from "@/app/[locale]/desk/(day)/enrollments/[reference]/_record/correction-requests";
import { ChangePreview } from "@/components/desk/change-preview";
import { DeskPage } from "@/components/desk/desk-page";
import { VersionField } from "@/components/desk/mail-preview";
import { HiddenField } from "@/components/forms/fields";
import { Notice } from "@/components/ui/notice";
import {
  correctParts,
  type EnrollmentPart,
  listPartOptions,
  readPartForDesk,
} from "@/lib/desk/correction/queries";
import { listCorrectionRequests } from "@/lib/desk/correction/verbs";
import { getEnrollmentUrl } from "@/lib/desk/list/filters";
import type { Actor } from "@/lib/people/staff/permissions";
import { SHOWN, shownOf } from "@/lib/platform/fingerprint";
import { listControlValues, toRawInput } from "@/lib/wizard/form-values";
import { correctAction } from "./actions";

/** Correction of answers with the wizard's fields and rules (desk 14). */
export default defineDeskPage("correct", "desk.correct", async ({ t, actor, params, query }) => {
  const { reference = "", part: name } = params;
  const part = correctParts.find((part) => part === name);
  const current = part && (await readPartForDesk(actor, reference, part));
  if (!part || !current) return;

  const options = await listPartOptions(current);
  const controlValues = listControlValues(toRawInput(current.answers, current.fields), current.fields);
  return (
    <DeskPage
      back={{ href: getEnrollmentUrl(reference, await getListQuery()), text: t("back") }}
      flash={query.said}
    >
      <DeskForm
        name="correct"
        action={correctAction}
        title={t(`titles.${part}`)}
        className="max-w-column"
        caption={
          <>
            <bdi>{current.student}</bdi> · <span className="font-mono">{reference}</span>
          </>
        }
        above={
          <>
            <FamilyRequests current={current} actor={actor} />
            <p className="mb-6 max-w-measure">{t(part === "studies" ? "studiesLead" : "lead")}</p>
            {current.isLate && (
              <Notice tone="wait">
                <p className="max-w-measure">{t("late")}</p>
              </Notice>
            )}
          </>
        }
      >
        <VersionField version={current.version} />
        <HiddenField name={SHOWN} value={shownOf(controlValues)} />
        <EnrollmentFields fields={current.fields} answers={current.answers} options={options} />
        <ChangePreview texts={{ title: t("difference"), preview: t("look"), save: t("save") }} />
      </DeskForm>
    </DeskPage>
  );
});

type RequestsProps = { current: EnrollmentPart; actor: Actor };

/** Correction requests of the family. */
async function FamilyRequests({ current, actor }: RequestsProps) {
  const requests = await listCorrectionRequests(actor, current.reference);
  return (
    <CorrectionRequests
      corrections={requests.filter(({ personId }) => personId === current.personId)}
      canCorrect
    />
  );
}

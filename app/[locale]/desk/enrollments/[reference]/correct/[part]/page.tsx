import { AnswerFields } from "@/app/[locale]/desk/answer-fields";
import {
  acceptCorrectionAction,
  answerCorrectionAction,
} from "@/app/[locale]/desk/enrollments/[reference]/actions";
import { Corrections } from "@/app/[locale]/desk/enrollments/[reference]/corrections";
import { Version } from "@/app/[locale]/desk/enrollments/[reference]/mail-preview";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskSaid } from "@/components/desk/desk-said";
import { Difference } from "@/components/desk/difference";
import { Notice } from "@/components/ui/notice";
import {
  type EnrollmentPart,
  correctParts,
  listPartOptions,
  readPartForDesk,
} from "@/lib/desk/correction/queries";
import { listCorrectionRequests } from "@/lib/desk/correction/verbs";
import { getEnrollmentUrl } from "@/lib/desk/list/filters";
import type { Actor } from "@/lib/people/staff/permissions";
import { DeskForm } from "../../../../desk-form";
import { deskPage } from "../../../../desk-page";
import { listHere } from "../../../../session";
import { correctAction } from "./actions";

/** Some answers of an enrollment, to be corrected by the form's own fields and rules (desk 14). */
export default deskPage("correct", "desk.correct", async ({ t, actor, params, query }) => {
  const { reference = "", part: name } = params;
  const part = correctParts.find((known) => known === name);
  const current = part && (await readPartForDesk(actor, reference, part));
  if (!part || !current) return;

  const choices = await listPartOptions(current);
  return (
    <DeskColumn>
      <Back href={getEnrollmentUrl(reference, await listHere())}>{t("back")}</Back>
      <DeskSaid said={query.said} />
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
            <Asked current={current} actor={actor} />
            <p className="mb-6 max-w-measure">{t(part === "studies" ? "studiesLead" : "lead")}</p>
            {current.late && (
              <Notice tone="wait">
                <p className="max-w-measure">{t("late")}</p>
              </Notice>
            )}
          </>
        }
      >
        <Version version={current.version} />
        <AnswerFields fields={current.fields} all={current.all} choices={choices} />
        <Difference words={{ title: t("difference"), look: t("look"), save: t("save") }} />
      </DeskForm>
    </DeskColumn>
  );
});

type AskedProps = { current: EnrollmentPart; actor: Actor };

/** What the family asks to have corrected about this person: done or answered from here. */
async function Asked({ current, actor }: AskedProps) {
  const asked = await listCorrectionRequests(actor, current.reference);
  return (
    <Corrections
      corrections={asked.filter(({ personId }) => personId === current.personId)}
      settle={{ accept: acceptCorrectionAction, answer: answerCorrectionAction }}
    />
  );
}

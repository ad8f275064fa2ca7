import { getFormatter, getTranslations } from "next-intl/server";
import { AnswerFields } from "@/app/[locale]/desk/answer-fields";
import {
  acceptCorrectionAction,
  answerCorrectionAction,
} from "@/app/[locale]/desk/enrollments/[reference]/actions";
import { Corrections } from "@/app/[locale]/desk/enrollments/[reference]/corrections";
import { Version } from "@/app/[locale]/desk/enrollments/[reference]/mail-preview";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { PageForm } from "@/components/action/page-form";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskSaid } from "@/components/desk/desk-said";
import { Difference } from "@/components/desk/difference";
import { Notice } from "@/components/ui/notice";
import { partChoices } from "@/lib/enrollment/correct/choices";
import { openCorrections } from "@/lib/enrollment/correct/corrections";
import { correctParts } from "@/lib/enrollment/correct/parts";
import { type ToCorrect, toCorrect } from "@/lib/enrollment/correct/to-correct";
import { enrollmentAddress } from "@/lib/office/enrollment-address";
import { type Actor, may } from "@/lib/people/staff/rights";
import { settings } from "@/lib/school/settings";
import { formWords } from "../../../../form-words";
import { listHere, requireStaff } from "../../../../session";
import { correctAction } from "./actions";

/** Some answers of an enrollment, to be corrected by the form's own fields and rules (desk 14). */
export default orAway(async function Page({
  params,
  searchParams,
}: PageProps<"/[locale]/desk/enrollments/[reference]/correct/[part]">) {
  const session = await requireStaff();
  const { actor } = session;
  const { reference, part: name } = await params;
  const part = correctParts.find((known) => known === name);
  const current = part && may(actor, "correct") && (await toCorrect(actor, reference, part));
  if (!part || !current) return <NoSuchPage />;

  const [t, words, choices, { said }] = await Promise.all([
    getTranslations("desk.correct"),
    formWords(),
    partChoices(current),
    searchParams,
  ]);
  return (
    <DeskColumn>
      <Back href={enrollmentAddress(reference, await listHere())}>{t("back")}</Back>
      <DeskSaid said={said} />
      <PageForm
        name="correct"
        action={correctAction}
        words={words}
        title={t(`titles.${part}`)}
        className="max-w-column"
        caption={
          <>
            <bdi>{current.student}</bdi> · <span className="font-mono">{reference}</span>
          </>
        }
        above={
          <>
            <Asked current={current} actor={actor} words={words} />
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
      </PageForm>
    </DeskColumn>
  );
});

type AskedProps = { current: ToCorrect; actor: Actor; words: Parameters<typeof Corrections>[0]["words"] };

/** What the family asks to have corrected about this person: done or answered from here. */
async function Asked({ current, actor, words }: AskedProps) {
  const [format, { time_zone: timeZone }, asked] = await Promise.all([
    getFormatter(),
    settings(),
    openCorrections(actor, current.reference),
  ]);
  return (
    <Corrections
      corrections={asked.filter(({ personId }) => personId === current.personId)}
      instant={(date) => format.dateTime(date, { dateStyle: "medium", timeStyle: "short", timeZone })}
      settle={{ accept: acceptCorrectionAction, answer: answerCorrectionAction }}
      words={words}
    />
  );
}

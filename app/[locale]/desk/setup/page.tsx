import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskSaid } from "@/components/desk/desk-said";
import { Title } from "@/components/site/page";
import { Sheet } from "@/components/ui/section";
import { Timeline } from "@/components/ui/timeline";
import { showSetup } from "@/lib/office/setup/steps";
import { may } from "@/lib/people/staff/rights";
import { formWords } from "../form-words";
import { requireStaff } from "../session";
import { beginAction, forgetTestDataAction, keepTextsAction } from "./actions";
import { DemoAway, TestDataAway } from "./away-forms";
import { StepText } from "./step-text";

/** What a school needs before families can ask for a place, and what is there to try things with (desk 43). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/setup">) {
  const { actor } = await requireStaff();
  if (!may(actor, "change_settings")) return <NoSuchPage />;
  const [t, words, { said }, { steps, demo, testEnrollments }] = await Promise.all([
    getTranslations("desk.setup"),
    formWords(),
    searchParams,
    showSetup(actor),
  ]);
  const next = steps.find(({ done }) => !done);
  const done = steps.filter((one) => one.done).length;
  return (
    <DeskColumn>
      <title>{t("title")}</title>
      <DeskSaid said={said} />
      <Title>{t("title")}</Title>
      <p className="mb-7 max-w-measure">{next ? t("stands", { done, of: steps.length }) : t("ready")}</p>
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[3fr_2fr]">
        <Sheet id="steps" title={t("steps")} className="min-w-0">
          <div className="mt-4">
            <Timeline
              moments={steps.map((one) => ({
                key: one.step,
                title: t(`of.${one.step}.title`),
                text: (
                  <StepText
                    stands={one}
                    isNext={one === next}
                    demoAway={demo && <DemoAway demo={demo} action={beginAction} words={words} />}
                    keep={keepTextsAction}
                    words={words}
                  />
                ),
                ...(!one.done && { when: one === next ? ("now" as const) : ("later" as const) }),
              }))}
            />
          </div>
        </Sheet>
        <TestDataAway count={testEnrollments} action={forgetTestDataAction} words={words} />
      </div>
    </DeskColumn>
  );
});

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { DeskPage } from "@/components/desk/desk-page";
import { CheckboxField, SubmitButton } from "@/components/forms/fields";
import { buttonClass } from "@/components/ui/controls/button";
import { Section } from "@/components/ui/section";
import { Timeline } from "@/components/ui/timeline";
import { readSetupStatus } from "@/lib/desk/setup/verbs";
import { Link } from "@/lib/i18n/navigation";

type SetupStatus = Awaited<ReturnType<typeof readSetupStatus>>;

/** Set-up steps of a school, demo and test data (desk 43). */
export default defineDeskPage("change_settings", "desk.setup", async ({ t, actor, query: { said } }) => {
  const { steps, demo, testEnrollments } = await readSetupStatus(actor);
  const next = steps.find(({ done }) => !done);
  const done = steps.filter((step) => step.done).length;
  return (
    <DeskPage title={t("title")} flash={said}>
      <p className="mb-7 max-w-measure">{next ? t("stands", { done, of: steps.length }) : t("ready")}</p>
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[3fr_2fr]">
        <Section id="steps" title={t("steps")} className="min-w-0">
          <div className="mt-4">
            <Timeline
              items={steps.map((step) => ({
                key: step.step,
                title: t(`of.${step.step}.title`),
                text: (
                  <StepText
                    status={step}
                    isNext={step === next}
                    demoForm={demo && <RemoveDemoSection demo={demo} />}
                  />
                ),
                ...(!step.done && { when: step === next ? ("now" as const) : ("later" as const) }),
              }))}
            />
          </div>
        </Section>
        <TestDataSection count={testEnrollments} />
      </div>
    </DeskPage>
  );
});

/** Removes the demo school, unless real families enrolled in it. */
function RemoveDemoSection({ demo: { years, madeUp, real } }: { demo: NonNullable<SetupStatus["demo"]> }) {
  const t = useTranslations("desk.setup");
  return (
    <>
      <p className="my-3 text-small">{t("beginLead", { years: years.join(", "), count: madeUp })}</p>
      {real > 0 ? (
        <p className="my-3 font-semibold">{t("beginNot", { count: real })}</p>
      ) : (
        <DeskForm name="begin" verb="demo_removed">
          <CheckboxField name="sure" label={t("beginSure")} />
          <SubmitButton variant="danger">{t("begin")}</SubmitButton>
        </DeskForm>
      )}
    </>
  );
}

/** Enrollments of test keys. */
function TestDataSection({ count }: { count: number }) {
  const t = useTranslations("desk.setup");
  return (
    <Section id="test-data" title={t("testData")} className="min-w-0">
      <p className="my-3 text-small">{t("testDataLead", { count })}</p>
      {count > 0 && (
        <DeskForm name="test-data" verb="test_data_forgotten">
          <CheckboxField name="sure" label={t("testDataSure")} />
          <SubmitButton variant="danger">{t("testDataAway")}</SubmitButton>
        </DeskForm>
      )}
    </Section>
  );
}

const stepHrefs = {
  name: "/desk/settings/school_name",
  contact: "/desk/settings#contact_email",
  texts: "/desk/texts",
  catalogue: "/desk/catalogue",
  price: "/desk/catalogue/syllabi",
  places: "/desk/places",
  year: "/desk/catalogue",
} as const;

/** A quicker way to complete a step. */
const alternatives: { [step: string]: { href: string; key: "readTexts" | "importList" } | undefined } = {
  texts: { href: "/desk/setup/texts", key: "readTexts" },
  catalogue: { href: "/desk/catalogue/import", key: "importList" },
};

type Props = {
  status: SetupStatus["steps"][number];
  isNext: boolean;
  /** The form that removes the demo school; it has no page. */
  demoForm: ReactNode;
};

/** Description and link; the next step has the primary button. */
function StepText({ status: { step, done, detail }, isNext, demoForm }: Props) {
  const t = useTranslations("desk.setup");
  const alternative = alternatives[step];
  return (
    <>
      <p className="text-small text-muted">{(done && detail) || t(`of.${step}.what`)}</p>
      {step === "demo" ? (
        demoForm
      ) : (
        <p className="my-2 flex flex-wrap items-center gap-x-6 gap-y-2">
          <Link href={stepHrefs[step]} className={isNext ? buttonClass("primary") : undefined}>
            {done ? t("look") : t(`of.${step}.go`)}
            <span className="sr-only">: {t(`of.${step}.title`)}</span>
          </Link>
          {alternative && !done && (
            <Link href={alternative.href} className={isNext ? buttonClass("secondary") : undefined}>
              {t(alternative.key)}
            </Link>
          )}
        </p>
      )}
    </>
  );
}

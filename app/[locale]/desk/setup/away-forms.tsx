import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Submit, Tick } from "@/components/action/fields";
import { Sheet } from "@/components/ui/section";
import type { DemoStands } from "@/lib/office/setup/demo";

type Form = { action: FormAction; words: DeskWords };

/** The demo school gives way to one's own; not while somebody has enrolled in it. */
export function DemoAway({ demo: { years, madeUp, others }, action, words }: Form & { demo: DemoStands }) {
  const t = useTranslations("desk.setup");
  return (
    <>
      <p className="my-3 text-small">{t("beginLead", { years: years.join(", "), count: madeUp })}</p>
      {others > 0 ? (
        <p className="my-3 font-semibold">{t("beginNot", { count: others })}</p>
      ) : (
        <ActionForm name="begin" action={action} words={words}>
          <Tick name="sure" label={t("beginSure")} />
          <Submit look="danger">{t("begin")}</Submit>
        </ActionForm>
      )}
    </>
  );
}

/** What integrators have enrolled with test keys. */
export function TestDataAway({ count, action, words }: Form & { count: number }) {
  const t = useTranslations("desk.setup");
  return (
    <Sheet id="test-data" title={t("testData")} className="min-w-0">
      <p className="my-3 text-small">{t("testDataLead", { count })}</p>
      {count > 0 && (
        <ActionForm name="test-data" action={action} words={words}>
          <Tick name="sure" label={t("testDataSure")} />
          <Submit look="danger">{t("testDataAway")}</Submit>
        </ActionForm>
      )}
    </Sheet>
  );
}

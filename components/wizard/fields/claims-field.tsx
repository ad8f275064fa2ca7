import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import { DescriptionList, Section } from "@/components/ui/section";
import { CheckboxGroupControl } from "./controls";
import type { StepFieldData } from "./step-field-data";

type Props = { name: string; label: string; heading?: boolean; hint?: string; data: StepFieldData };

/** Points: claims of the family, and what the school counts itself (admission 2). */
export function ClaimsField({ data, ...texts }: Props) {
  const t = useTranslations("account.points");
  const { choices = [], ours = [] } = data.merits ?? {};
  const cards = (shared: boolean) =>
    choices
      .filter((one) => one.shared === shared)
      .map(({ value, label, points }) => ({
        value,
        label,
        price: points > 0 ? t("worth", { points }) : undefined,
      }));
  const [own, together] = [cards(false), data.branch === "minor" ? cards(true) : []];
  return (
    <>
      <CheckboxGroupControl {...texts} choices={own.length > 0 ? own : together} />
      {own.length > 0 && together.length > 0 && (
        <CheckboxGroupControl name={texts.name} id="siblings" label={t("siblings")} choices={together} />
      )}
      {ours.length > 0 && (
        <Section title={t("counted")} id="counted">
          <DescriptionList
            rows={ours.map(({ label, points, isMark }) => ({
              label,
              value: t(isMark ? "upTo" : "worth", { points }),
            }))}
          />
        </Section>
      )}
      <Notice title={t("noPaper")}>
        <p className="max-w-measure">{t("noPaperText")}</p>
      </Notice>
    </>
  );
}

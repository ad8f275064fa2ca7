import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import { DescriptionList, Section } from "@/components/ui/section";
import { CheckboxGroupControl } from "./controls";
import type { StepFieldData } from "./step-field-data";

type Props = { name: string; label: string; heading?: boolean; hint?: string; data: StepFieldData };

/** Points: claims of the family, and what the school counts itself (admission 2). */
export function ClaimsField({ data, ...texts }: Props) {
  const t = useTranslations("account.points");
  const { choices = [], schoolCriteria = [] } = data.claims ?? {};
  const listCards = (shared: boolean) =>
    choices
      .filter((claim) => claim.shared === shared)
      .map(({ value, label, points }) => ({
        value,
        label,
        price: points > 0 ? t("worth", { points }) : undefined,
      }));
  const [ownCards, sharedCards] = [listCards(false), data.branch === "minor" ? listCards(true) : []];
  return (
    <>
      <CheckboxGroupControl {...texts} choices={ownCards.length > 0 ? ownCards : sharedCards} />
      {ownCards.length > 0 && sharedCards.length > 0 && (
        <CheckboxGroupControl name={texts.name} id="siblings" label={t("siblings")} choices={sharedCards} />
      )}
      {schoolCriteria.length > 0 && (
        <Section title={t("counted")} id="counted">
          <DescriptionList
            rows={schoolCriteria.map(({ label, points, isMaximum }) => ({
              label,
              value: t(isMaximum ? "upTo" : "worth", { points }),
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

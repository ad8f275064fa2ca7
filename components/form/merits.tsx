import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import { Facts, Sheet } from "@/components/ui/section";
import { TicksControl } from "./controls";
import type { QuestionData } from "./question-data";

type Props = { name: string; label: string; heading?: boolean; hint?: string; data: QuestionData };

/** What counts points: what the family says, and what the school counts itself (admission 2). */
export function Merits({ data, ...words }: Props) {
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
      <TicksControl {...words} choices={own.length > 0 ? own : together} />
      {own.length > 0 && together.length > 0 && (
        <TicksControl name={words.name} id="siblings" label={t("siblings")} choices={together} />
      )}
      {ours.length > 0 && (
        <Sheet title={t("counted")} id="counted">
          <Facts
            rows={ours.map(({ label, points, isMark }) => ({
              label,
              value: t(isMark ? "upTo" : "worth", { points }),
            }))}
          />
        </Sheet>
      )}
      <Notice title={t("noPaper")}>
        <p className="max-w-measure">{t("noPaperText")}</p>
      </Notice>
    </>
  );
}

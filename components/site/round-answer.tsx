import { getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { DescriptionList } from "@/components/ui/section";
import type { findOwnRow } from "@/lib/admission/queries";

type OwnRow = NonNullable<ReturnType<typeof findOwnRow>>;

type Props = {
  ownRow: OwnRow;
  /** Lines of the list. */
  count: number;
  isProvisional: boolean;
  rows?: ComponentProps<typeof DescriptionList>["rows"];
};

/** Whether an enrollment has a place in a round, large; the rank is secondary (admission 6). */
export async function RoundAnswer({
  ownRow: { position, row, outcome, place, withinPoints },
  count,
  isProvisional,
  rows = [],
}: Props) {
  const t = await getTranslations("round");
  return (
    <>
      <p className="text-display text-accent">{t(`own.answers.${outcome}`)}</p>
      {place && <p className="mt-2 text-lead font-semibold">{place}</p>}
      {isProvisional && <p className="mt-2 text-muted">{t("own.provisional")}</p>}
      <div className="my-6">
        <DescriptionList
          rows={[
            ...(outcome === "waiting"
              ? [{ label: t("own.waiting"), value: t("own.rank", { rank: row.rank ?? 0 }) }]
              : []),
            { label: t("columns.order"), value: t("own.position", { at: position, count }) },
            { label: t("own.draw"), value: t("own.within", withinPoints) },
            ...rows,
          ]}
        />
      </div>
    </>
  );
}

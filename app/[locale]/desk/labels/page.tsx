import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskSaid } from "@/components/desk/desk-said";
import { Title } from "@/components/site/page";
import { EmptyState } from "@/components/ui/empty-state";
import { keptLabels } from "@/lib/enrollment/labels";
import { may } from "@/lib/people/staff/rights";
import { formWords } from "../form-words";
import { requireStaff } from "../session";
import { mergeLabelsAction, renameLabelAction, retireLabelAction } from "./actions";
import { LabelRow } from "./label-row";

/** The school's labels kept in order: renamed, merged, retired (desk 42). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/labels">) {
  const { actor } = await requireStaff();
  if (!may(actor, "note")) return <NoSuchPage />;
  const [t, words, labels, { said }] = await Promise.all([
    getTranslations("desk.keptLabels"),
    formWords(),
    keptLabels(actor),
    searchParams,
  ]);
  return (
    <DeskColumn>
      <title>{t("title")}</title>
      <Title>{t("title")}</Title>
      <DeskSaid said={said} />
      <p className="mb-4 max-w-measure">{t("lead")}</p>
      {labels.length === 0 && <EmptyState>{t("none")}</EmptyState>}
      <ul className="max-w-column">
        {labels.map((label) => (
          <LabelRow
            key={label.id}
            label={label}
            others={labels.filter(({ id, retired }) => id !== label.id && !retired)}
            actions={{ rename: renameLabelAction, merge: mergeLabelsAction, retire: retireLabelAction }}
            words={words}
          />
        ))}
      </ul>
    </DeskColumn>
  );
});

import { useTranslations } from "next-intl";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm, useSavedFormName } from "@/app/[locale]/desk/_lib/desk-form";
import { DeskFlashMessage } from "@/components/desk/desk-flash-message";
import { DeskPage } from "@/components/desk/desk-page";
import { SelectField, SubmitButton, TextField } from "@/components/forms/fields";
import { Disclosure } from "@/components/ui/disclosure";
import { EmptyState } from "@/components/ui/empty-state";
import { tag } from "@/components/ui/icons/paths";
import { listAllLabels } from "@/lib/desk/labels/verbs";
import { getListUrl } from "@/lib/desk/list/filters";
import { Link } from "@/lib/i18n/navigation";

/** Labels: rename, merge, retire (desk 42). */
export default defineDeskPage("note", "desk.keptLabels", async ({ t, actor, query: { said } }) => {
  const labels = await listAllLabels(actor);
  return (
    <DeskPage title={t("title")}>
      <DeskFlashMessage code={said} />
      <p className="mb-4 max-w-measure">{t("lead")}</p>
      {labels.length === 0 && <EmptyState>{t("none")}</EmptyState>}
      <ul className="max-w-column">
        {labels.map((label) => (
          <LabelRow
            key={label.id}
            label={label}
            mergeTargets={labels.filter(({ id, retired }) => id !== label.id && !retired)}
          />
        ))}
      </ul>
    </DeskPage>
  );
});

type LabelWithCount = Awaited<ReturnType<typeof listAllLabels>>[number];

type Props = {
  label: LabelWithCount;
  /** Merge targets. */
  mergeTargets: LabelWithCount[];
};

function LabelRow({ label, mergeTargets }: Props) {
  const t = useTranslations("desk.keptLabels");
  const { id, name, retired, count } = label;
  return (
    <li>
      <Disclosure
        summary={name}
        icon={tag}
        summaryEnd={retired ? t("retired") : t("count", { count })}
        open={useSavedFormName()?.endsWith(`-${id}`)}
      >
        <p className="mb-4">
          <Link href={getListUrl({ filters: { year: "all", label: id }, sort: "newest" })}>
            {t("list", { count })}
          </Link>
        </p>
        <DeskForm name={`rename-${id}`} verb="label_renamed" className="mb-5">
          <input type="hidden" name="id" value={id} />
          <TextField
            name={`label-${id}`}
            label={t("name")}
            defaultValue={name}
            maxLength={40}
            autoComplete="off"
          />
          <SubmitButton variant="secondary">{t("rename")}</SubmitButton>
        </DeskForm>
        {mergeTargets.length > 0 && (
          <DeskForm name={`merge-${id}`} verb="labels_merged" className="mb-5">
            <input type="hidden" name="id" value={id} />
            <SelectField
              name={`into-${id}`}
              label={t("into")}
              hint={t("intoHint", { name })}
              options={mergeTargets.map((target) => ({ value: String(target.id), label: target.name }))}
            />
            <SubmitButton variant="secondary">{t("merge")}</SubmitButton>
          </DeskForm>
        )}
        <DeskForm name={`retire-${id}`} verb="label_retired">
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="retired" value={retired ? "no" : "yes"} />
          <p className="mb-2 text-small text-muted">{t(retired ? "offerHint" : "retireHint")}</p>
          <SubmitButton variant="secondary">{t(retired ? "offer" : "retire")}</SubmitButton>
        </DeskForm>
      </Disclosure>
    </li>
  );
}

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Choice, Submit, TextField } from "@/components/action/fields";
import { Fold } from "@/components/ui/fold";
import { tag } from "@/components/ui/icons";
import type { KeptLabel } from "@/lib/enrollment/labels";
import { Link } from "@/lib/i18n/navigation";
import { listAddress } from "@/lib/office/filters";

type Props = {
  label: KeptLabel;
  /** What it can become one with. */
  others: KeptLabel[];
  actions: { rename: FormAction; merge: FormAction; retire: FormAction };
  words: DeskWords;
};

/** A label with how many have it; what can be done with it unfolds. */
export function LabelRow({ label, others, actions, words }: Props) {
  const t = useTranslations("desk.keptLabels");
  const { id, name, retired, count } = label;
  const isOpen = [`rename-${id}`, `merge-${id}`, `retire-${id}`].includes(words.held?.form ?? "");
  return (
    <li>
      <Fold summary={name} icon={tag} news={retired ? t("retired") : t("count", { count })} open={isOpen}>
        <p className="mb-4">
          <Link href={listAddress({ filters: { label: id }, sort: "newest" })}>{t("list", { count })}</Link>
        </p>
        <ActionForm name={`rename-${id}`} action={actions.rename} words={words} className="mb-5">
          <input type="hidden" name="id" value={id} />
          <TextField
            name={`label-${id}`}
            label={t("name")}
            defaultValue={name}
            maxLength={80}
            autoComplete="off"
          />
          <Submit look="secondary">{t("rename")}</Submit>
        </ActionForm>
        {others.length > 0 && (
          <ActionForm name={`merge-${id}`} action={actions.merge} words={words} className="mb-5">
            <input type="hidden" name="id" value={id} />
            <Choice
              name={`into-${id}`}
              label={t("into")}
              hint={t("intoHint", { name })}
              options={others.map((other) => ({ value: String(other.id), label: other.name }))}
            />
            <Submit look="secondary">{t("merge")}</Submit>
          </ActionForm>
        )}
        <ActionForm name={`retire-${id}`} action={actions.retire} words={words}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="retired" value={retired ? "no" : "yes"} />
          <p className="mb-2 text-small text-muted">{t(retired ? "offerHint" : "retireHint")}</p>
          <Submit look="secondary">{t(retired ? "offer" : "retire")}</Submit>
        </ActionForm>
      </Fold>
    </li>
  );
}

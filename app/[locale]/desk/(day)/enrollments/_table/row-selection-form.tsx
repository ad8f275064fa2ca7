import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { getFormTexts } from "@/app/[locale]/desk/_lib/desk-form";
import { ActionForm } from "@/components/forms/action-form";
import { SubmitButton } from "@/components/forms/fields";
import { selectRowsAction } from "../actions";
import { selectionActions } from "../selection-schema";
import { RowSelection } from "./row-selection";

type Props = {
  /** The list's query, for "all that match". */
  list: string;
  total: number;
  references: string[];
  page: { next?: unknown; previous?: unknown };
  children: ReactNode;
};

/**
 * Checkboxes for bulk actions: selected rows or all matches (desk 24, 34). Selections on other pages are
 * hidden fields.
 */
export async function RowSelectionForm({ list, total, references, page, children }: Props) {
  const [t, texts] = await Promise.all([getTranslations("desk.bulk"), getFormTexts()]);
  const selected = texts.savedForm?.fields.list?.[0] === list ? (texts.savedForm.fields.row ?? []) : [];
  const onOtherPages = selected.filter((reference) => !references.includes(reference));
  const savedForm = texts.savedForm && { ...texts.savedForm, notice: t("kept", { count: selected.length }) };
  return (
    <ActionForm
      name="pick"
      action={selectRowsAction}
      texts={{ ...texts, savedForm: selected.length > 0 ? savedForm : null }}
    >
      <input type="hidden" name="list" value={list} />
      {children}
      <div className="bulk-bar mt-3">
        <RowSelection
          list={list}
          references={references}
          onOtherPages={onOtherPages}
          texts={{
            none: t("bar.none"),
            one: t("bar.one"),
            many: t("bar.many"),
            page: t("bar.page", { count: references.length }),
            clear: t("bar.clear"),
          }}
        />
        {selectionActions.map((kind) => (
          <SubmitButton
            key={kind}
            variant="secondary"
            name="which"
            value={kind}
            className={kind === "accepted" || kind === "waiting" ? undefined : "max-md:hidden"}
          >
            {t(`bar.deeds.${kind}`)}
          </SubmitButton>
        ))}
        <SubmitButton variant="secondary" name="which" value="ticked">
          {t("bar.more")}
        </SubmitButton>
        <SubmitButton variant="secondary" name="which" value="all">
          {t("bar.all", { count: total })}
        </SubmitButton>
      </div>
      <Pages page={page} />
    </ActionForm>
  );
}

/** Paging keeps the selection. */
function Pages({ page: { next, previous } }: Pick<Props, "page">) {
  const t = useTranslations("desk.list");
  if (!next && !previous) return null;
  return (
    <nav aria-label={t("pages")} className="pager print:hidden">
      {Boolean(previous) && (
        <SubmitButton variant="secondary" name="which" value="previous">
          {t("previous")}
        </SubmitButton>
      )}
      {Boolean(next) && (
        <SubmitButton variant="secondary" name="which" value="next">
          {t("next")}
        </SubmitButton>
      )}
    </nav>
  );
}

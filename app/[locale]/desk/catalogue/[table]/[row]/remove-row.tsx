import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Difference } from "@/components/desk/difference";
import { Sheet } from "@/components/ui/section";
import type { RowPage } from "@/lib/office/catalogue/show";
import { type At, Where } from "./row-form";

type Props = { at: At; page: RowPage; action: FormAction; words: DeskWords };

/** Takes a row away, or says how many enrollments name it. */
export function RemoveRow({ at, page: { row, version, named }, action, words }: Props) {
  const t = useTranslations("desk.catalogue");
  return (
    <Sheet id="remove" title={t("remove")} className="mt-10 mb-8">
      {named > 0 ? (
        <p className="py-3">{t("problems.named", { count: named })}</p>
      ) : (
        <ActionForm name="remove" action={action} words={words} className="py-3">
          <Where at={at} rowKey={row?.key} version={version} />
          <input type="hidden" name="remove" value="yes" />
          <Difference
            look="danger"
            words={{ title: t("removes"), look: t("lookRemove"), save: t("removeNow") }}
          />
        </ActionForm>
      )}
    </Sheet>
  );
}

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Submit } from "@/components/action/fields";
import type { ShownSetting } from "@/lib/office/settings";

type Props = { setting: ShownSetting; action: FormAction; words: DeskWords };

/** Sets what was just changed to what it was before. */
export function UndoSetting({ setting: { name, text, last }, action, words }: Props) {
  const t = useTranslations("desk.settings");
  return (
    <ActionForm name="undo" action={action} words={words} className="mb-6">
      <input type="hidden" name="setting" value={name} />
      <input type="hidden" name={name} value={last?.old === "all" ? "" : last?.old} />
      <input type="hidden" name="was" value={text} />
      <Submit look="secondary">{t("undo")}</Submit>
    </ActionForm>
  );
}

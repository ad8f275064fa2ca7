import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Submit } from "@/components/action/fields";
import { Sheet } from "@/components/ui/section";
import type { SandboxRows } from "@/lib/office/keys/sandbox";
import type { ShownKey } from "@/lib/office/keys/show";

type Props = { of: ShownKey; rows: SandboxRows; action: FormAction | undefined; words: DeskWords };

/** What a test key has tried, and the way to be rid of it. */
export function SandboxPart({ of: { id, below }, rows, action, words }: Props) {
  const t = useTranslations("desk.keys.sandbox");
  return (
    <Sheet id="sandbox" title={t("title")}>
      <p className="mt-3 mb-3 max-w-measure">
        {t("lead")} {below > 0 && t("below", { count: below })}
      </p>
      <p className="mb-4 font-semibold">{t("rows", rows)}</p>
      {action && rows.people > 0 && (
        <ActionForm name="sandbox" action={action} words={words}>
          <input type="hidden" name="id" value={id} />
          <Submit look="secondary">{t("empty")}</Submit>
        </ActionForm>
      )}
    </Sheet>
  );
}

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Submit } from "@/components/action/fields";

type Props = {
  /** The list's own address, so that all that match are those that it shows. */
  list: string;
  total: number;
  action: FormAction;
  words: DeskWords;
  children: ReactNode;
};

/** The list with a box on each row: the ticked ones, or all that match, are worked on together (desk 24). */
export function PickRows({ list, total, action, words, children }: Props) {
  const t = useTranslations("desk.bulk");
  return (
    <ActionForm name="pick" action={action} words={words}>
      <input type="hidden" name="list" value={list} />
      {children}
      <div className="mb-6 flex flex-wrap gap-3 print:hidden">
        <Submit look="secondary" name="which" value="ticked">
          {t("ticked")}
        </Submit>
        <Submit look="secondary" name="which" value="all">
          {t("all", { count: total })}
        </Submit>
      </div>
    </ActionForm>
  );
}

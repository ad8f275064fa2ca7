import { useTranslations } from "next-intl";
import { DeskForm, useSavedFormName } from "@/app/[locale]/desk/_lib/desk-form";
import { CheckboxOption, SubmitButton, TextField } from "@/components/forms/fields";
import { bookmark } from "@/components/ui/icons/paths";
import { Menu } from "@/components/ui/menu";
import type { listSavedViews } from "@/lib/desk/list/queries";
import { Link } from "@/lib/i18n/navigation";

type Props = {
  views: Awaited<ReturnType<typeof listSavedViews>>;
  /** Query of the current list. */
  list: string;
};

/** Named lists of the member (desk 34). */
export function SavedViews({ views, list }: Props) {
  const t = useTranslations("desk.list.views");
  return (
    <Menu label={t("title")} icon={bookmark} open={useSavedFormName()?.includes("-view")}>
      <div className="grid w-72 max-w-full gap-2 p-2">
        {views.map(({ id, name, query }) => (
          <div key={id} className="flex items-center gap-1">
            <Link
              href={query === "all" ? "/desk/enrollments" : `/desk/enrollments?${query}`}
              aria-current={query === list ? "true" : undefined}
              className="menu-item min-w-0 grow [overflow-wrap:anywhere]"
            >
              {name}
            </Link>
            <DeskForm name={`drop-view-${id}`} verb="view_dropped">
              <input type="hidden" name="id" value={id} />
              <SubmitButton variant="quiet">
                {t("drop")}
                <span className="sr-only"> {name}</span>
              </SubmitButton>
            </DeskForm>
          </div>
        ))}
        <DeskForm name="save-view" verb="view_saved">
          <input type="hidden" name="list" value={list} />
          <TextField name="view" label={t("name")} maxLength={40} autoComplete="off" />
          {views.length > 0 && (
            <CheckboxOption id="replace-view" name="replace" value="yes" label={t("replace")} />
          )}
          <SubmitButton variant="secondary">{t("save")}</SubmitButton>
        </DeskForm>
      </div>
    </Menu>
  );
}

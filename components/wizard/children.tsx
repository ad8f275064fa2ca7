import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { PostForm } from "@/components/forms/post-form";
import { LinkButton } from "@/components/site/link-button";
import { Button } from "@/components/ui/controls/button";
import { Icon } from "@/components/ui/icons/icon";
import { pencil, plus, trash } from "@/components/ui/icons/paths";

type ButtonProps = {
  act: "add" | `turn ${number}` | `remove ${number}`;
  what: string;
  /** The `id` of a form elsewhere on the page. */
  form?: string;
  children: string;
};

const icons = { add: plus, turn: pencil, remove: trash };

function ChildButton({ act, what, form, children }: ButtonProps) {
  return (
    <Button
      form={form}
      name="child"
      value={act}
      variant={act === "add" ? "secondary" : "quiet"}
      aria-label={what === children ? undefined : what}
    >
      <Icon d={icons[act.split(" ", 1)[0] as keyof typeof icons]} />
      {children}
    </Button>
  );
}

export type ListedChild = {
  key: number;
  name: string;
  born: string;
  /** Price of all first choices; undefined without one. */
  price: string | undefined;
};

type ListProps = { all: ListedChild[]; total: string | undefined };

export function ChildrenList({ all, total }: ListProps) {
  const t = useTranslations("wizard.children");
  return (
    <section className="mb-6 print:mb-4">
      <h2 className="mb-4">{t("title", { count: all.length })}</h2>
      <ol className="space-y-3">
        {all.map(({ key, name, born, price }) => (
          <li key={key} className="card flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              <strong>{name}</strong> <span className="text-muted">{born}</span>
              {price && <span className="block text-small text-muted">{t("price", { price })}</span>}
            </p>
            <p className="-mx-3 flex flex-wrap">
              <ChildButton act={`turn ${key}`} what={t("changeWho", { name })}>
                {t("change")}
              </ChildButton>
              {all.length > 1 && (
                <ChildButton act={`remove ${key}`} what={t("removeWho", { name })}>
                  {t("remove")}
                </ChildButton>
              )}
            </p>
          </li>
        ))}
      </ol>
      {total && <p className="mt-3 font-semibold">{t("total", { price: total })}</p>}
    </section>
  );
}

/** For a request that already has several children. */
export function AddChild() {
  const t = useTranslations("wizard.children");
  return (
    <section className="mb-8">
      <p className="mb-3 max-w-measure">{t("addText")}</p>
      <ChildButton act="add" what={t("add")}>
        {t("add")}
      </ChildButton>
    </section>
  );
}

const FORM = "another-child";

type AnotherProps = { action: ComponentProps<typeof PostForm>["action"] };

/** For check answers: a separate form, because that form has only its own button. */
export function AddChildForm({ action }: AnotherProps) {
  const t = useTranslations("wizard.children");
  return (
    <div>
      <PostForm action={action} id={FORM} />
      <ChildButton form={FORM} act="add" what={t("add")}>
        {t("add")}
      </ChildButton>
    </div>
  );
}

/** A link, because a step has no other button. */
export function ChildrenLink() {
  const t = useTranslations("wizard.children");
  return (
    <LinkButton href="/enroll/children" variant="secondary">
      <Icon d={pencil} />
      {t("toAll")}
    </LinkButton>
  );
}

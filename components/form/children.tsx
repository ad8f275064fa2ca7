import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { PostForm } from "@/components/site/post-form";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

/** The form to which the buttons about children belong: they stand inside another one. */
const CHILDREN_FORM = "children-form";

type Action = ComponentProps<typeof PostForm>["action"];

/** Posts what the buttons about children ask for. */
export const ChildrenForm = ({ action }: { action: Action }) => (
  <PostForm id={CHILDREN_FORM} action={action} />
);

type ButtonProps = { act: "add" | `turn ${number}` | `remove ${number}`; what: string; className?: string };

function ChildButton({ act, what, className, children }: ButtonProps & { children: string }) {
  return (
    <Button
      form={CHILDREN_FORM}
      name="child"
      value={act}
      look={act === "add" ? "secondary" : "quiet"}
      className={cn("print:hidden", className)}
      aria-label={what === children ? undefined : what}
    >
      {children}
    </Button>
  );
}

export type ListedChild = {
  key: number;
  name: string;
  born: string;
  /** What the first choices cost together; undefined when nothing is chosen. */
  price: string | undefined;
  current: boolean;
};

/** All children of the request, each with the ways to change and to remove it, and the sum of their prices. */
export function ChildrenList({ all, total }: { all: ListedChild[]; total: string | undefined }) {
  const t = useTranslations("wizard.children");
  return (
    <section className="mb-8 print:mb-5">
      <h2 className="mb-3 font-serif text-heading font-semibold">{t("title", { count: all.length })}</h2>
      <ol className="divide-y divide-hairline rounded-card border border-hairline bg-surface">
        {all.map(({ key, name, born, price, current }) => (
          <li key={key} className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-2 sm:px-5">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              <strong>{name}</strong> <span className="text-muted">{born}</span>
              {price && <span className="block text-small text-muted">{t("price", { price })}</span>}
            </p>
            <p className="flex gap-x-5">
              {!current && (
                <ChildButton act={`turn ${key}`} what={t("changeWho", { name })}>
                  {t("change")}
                </ChildButton>
              )}
              <ChildButton act={`remove ${key}`} what={t("removeWho", { name })}>
                {t("remove")}
              </ChildButton>
            </p>
          </li>
        ))}
      </ol>
      {total && <p className="mt-3 font-semibold">{t("total", { price: total })}</p>}
    </section>
  );
}

/** The way to one child more. */
export function AddChild() {
  const t = useTranslations("wizard.children");
  return (
    <section className="mb-8 print:hidden">
      <p className="mb-3 max-w-measure">{t("addText")}</p>
      <ChildButton act="add" what={t("add")}>
        {t("add")}
      </ChildButton>
    </section>
  );
}

/** The way back from a child who is not to be in the request after all. */
export function LeaveChild({ at }: { at: number }) {
  const t = useTranslations("wizard.children");
  return (
    <p className="mt-4">
      <ChildButton act={`remove ${at}`} what={t("leave")}>
        {t("leave")}
      </ChildButton>
    </p>
  );
}

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { PostForm } from "@/components/forms/post-form";
import { LinkButton } from "@/components/site/link-button";
import { Button } from "@/components/ui/controls/button";
import { Icon } from "@/components/ui/icons/icon";
import { arrowRight, pencil, plus, trash } from "@/components/ui/icons/paths";
import type { LocalName } from "@/lib/catalogue/names";

type ButtonProps = {
  action: "add" | `turn ${number}`;
  /** Accessible name, if it is not the text. */
  label?: string;
  /** The `id` of a form elsewhere on the page. */
  form?: string;
  children: string;
};

function ChildButton({ action, label, form, children }: ButtonProps) {
  return (
    <Button
      form={form}
      name="child"
      value={action}
      variant={action === "add" ? "secondary" : "quiet"}
      aria-label={label}
    >
      <Icon d={action === "add" ? plus : pencil} />
      {children}
    </Button>
  );
}

export type ListedChild = {
  key: number;
  name: string;
  /** Name and age at the start of the course. */
  title: string;
  /** Instrument and course of the first choice. */
  course: LocalName;
  /** Price of all first choices; undefined without one. */
  price: string | undefined;
};

type ListProps = { list: ListedChild[]; total: string | undefined };

export function ChildrenList({ list, total }: ListProps) {
  const t = useTranslations("wizard.children");
  return (
    <section className="mb-6 print:mb-4">
      <h2 className="mb-4">{t("title", { count: list.length })}</h2>
      <ol className="space-y-3">
        {list.map(({ key, name, title, course, price }) => (
          <li key={key} className="card flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              <strong>{title}</strong>
              <span lang={course.lang} className="block text-muted">
                {course.text}
              </span>
              {price && <span className="block text-small text-muted">{t("price", { price })}</span>}
            </p>
            <p className="-mx-3 flex flex-wrap">
              <ChildButton action={`turn ${key}`} label={t("changeWho", { name })}>
                {t("change")}
              </ChildButton>
              {list.length > 1 && (
                <LinkButton
                  href={`/enroll/children?remove=${key}`}
                  variant="quiet"
                  aria-label={t("removeWho", { name })}
                >
                  <Icon d={trash} />
                  {t("remove")}
                </LinkButton>
              )}
            </p>
          </li>
        ))}
      </ol>
      {total && <p className="mt-3 font-semibold">{t("total", { price: total })}</p>}
    </section>
  );
}

/** Asks before a child's answers are deleted. */
export function RemoveChild({ childKey, name }: { childKey: number; name: string }) {
  const t = useTranslations("wizard.children");
  return (
    <>
      <p className="mb-6 max-w-measure [overflow-wrap:anywhere]">{t("removeText", { name })}</p>
      <p className="flex flex-wrap gap-3">
        <Button name="child" value={`remove ${childKey}`} variant="final">
          {t("removeWho", { name })}
        </Button>
        <LinkButton href="/enroll/children" variant="secondary">
          {t("keep")}
        </LinkButton>
      </p>
    </>
  );
}

/** For a request that already has several children. */
export function AddChild() {
  const t = useTranslations("wizard.children");
  return (
    <section className="mb-8">
      <p className="mb-3 max-w-measure">{t("addText")}</p>
      <ChildButton action="add">{t("add")}</ChildButton>
    </section>
  );
}

/** To check answers, or to the first question without an answer. */
export function ContinueLink() {
  const t = useTranslations("wizard");
  return (
    <LinkButton href="/enroll/check">
      {t("continue")}
      <Icon d={arrowRight} />
    </LinkButton>
  );
}

const ADD_FORM = "another-child";

/** For check answers: a separate form, because that form has only its own button. */
export function AddChildForm({ action }: { action: ComponentProps<typeof PostForm>["action"] }) {
  const t = useTranslations("wizard.children");
  return (
    <div>
      <PostForm action={action} id={ADD_FORM} />
      <ChildButton form={ADD_FORM} action="add">
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

import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { CatalogueName } from "@/components/courses/catalogue-name";
import { PostForm } from "@/components/forms/post-form";
import { type Contact, getContactLinks } from "@/components/site/contact-links";
import { LinkButton } from "@/components/site/link-button";
import { Button } from "@/components/ui/controls/button";
import { Notice } from "@/components/ui/notice";
import type { LocalName } from "@/lib/catalogue/names";
import type { CatalogueSpeciality, CatalogueSyllabus } from "@/lib/catalogue/schema";
import { Link } from "@/lib/i18n/navigation";

/** Value of the tag `<account>`: the sign-in link for known families. */
export const accountLinkTag = {
  account: (text: ReactNode) => <Link href="/sign-in?onward=enroll">{text}</Link>,
};

type ChosenProps = { course: CatalogueSyllabus; instrument: CatalogueSpeciality | undefined };

/** The course chosen in the course finder. */
export function ChosenCourse({ course, instrument }: ChosenProps) {
  const t = useTranslations("finder");
  return (
    <p className="card mb-6">
      {t.rich("chosen", {
        instrument: instrument ? "yes" : "no",
        course: () => (
          <strong>
            <CatalogueName item={course} />
          </strong>
        ),
        speciality: () => instrument && <CatalogueName item={instrument} uncapitalised />,
      })}{" "}
      <Link href="/#courses">{t("change")}</Link>
    </p>
  );
}

/** Choices that a change of the school year removed (W26). */
export function ClearedChoices({ text, lang }: LocalName) {
  const t = useTranslations("wizard.intro");
  return (
    <Notice title={t("clearedTitle")}>
      {t.rich("cleared", { names: () => <span lang={lang}>{text}</span> })}
    </Notice>
  );
}

/** A lost draft, the reason, and that submitted requests are safe (W44). */
export function LostDraft({ contact }: { contact: Contact }) {
  const t = useTranslations("wizard.lost");
  return (
    <Notice title={t("title")}>
      <p className="mb-2 max-w-measure">{t("why")}</p>
      <p className="max-w-measure">{t.rich("sent", getContactLinks(contact))}</p>
    </Notice>
  );
}

/** A request for that year exists (families 5). */
export function AlreadyEnrolled({ name }: { name?: string }) {
  const t = useTranslations("wizard.known");
  return (
    <Notice title={t("enrolledTitle")}>
      <p className="mb-2 max-w-measure">{name ? t("enrolledChild", { name }) : t("enrolledText")}</p>
      <Link href="/account" className="inline-flex min-h-target items-center">
        {t("toAccount")}
      </Link>
    </Notice>
  );
}

/** The guardian's data is no longer retained, so another child cannot be added. */
export function GuardianGone() {
  const t = useTranslations("wizard.over");
  return (
    <Notice title={t("title")}>
      <p className="max-w-measure">{t.rich("text", accountLinkTag)}</p>
    </Notice>
  );
}

/** The draft belongs to an account: sign in, or start again. */
export function SignInAgain({ startAnother }: { startAnother: ComponentProps<typeof PostForm>["action"] }) {
  const t = useTranslations("wizard.known");
  return (
    <Notice title={t("lockedTitle")}>
      <p className="mb-3 max-w-measure">{t("lockedText")}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <LinkButton href="/sign-in?onward=enroll">{t("signIn")}</LinkButton>
        <PostForm action={startAnother}>
          <Button variant="secondary">{t("notMine")}</Button>
        </PostForm>
      </div>
    </Notice>
  );
}

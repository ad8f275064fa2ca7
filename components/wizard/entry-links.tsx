import { useLocale, useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { PostForm } from "@/components/forms/post-form";
import { PageColumn, PageHeading } from "@/components/layout/page-column";
import { getContactLinks } from "@/components/site/contact-links";
import { EnrollmentPeriods } from "@/components/site/enrollment-periods";
import { LinkButton } from "@/components/site/link-button";
import { cn } from "@/components/ui/cn";
import { Button } from "@/components/ui/controls/button";
import { OptionContent } from "@/components/ui/controls/radio-group";
import { Icon } from "@/components/ui/icons/icon";
import { arrowRight, chevronRight, history, userRound, usersRound } from "@/components/ui/icons/paths";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import type { SchoolYear } from "@/lib/catalogue/schema";
import { addElision, formatDay } from "@/lib/i18n/format";
import { Link } from "@/lib/i18n/navigation";
import type { Day } from "@/lib/platform/dates";

type EntryProps = {
  startHref: string;
  /** The course of the finder, such as `?course=1`. */
  chosenQuery?: string;
  isOpen?: boolean;
  /** Signed in: the next page asks for the student. */
  isSignedIn?: boolean;
  /** Options in one row on a brand block. */
  inline?: boolean;
};

/**
 * Starts a request. Asks nothing that a later step needs (families 2); adult or child follows from the
 * birth date.
 */
export function EntryLinks(props: EntryProps) {
  const { startHref, chosenQuery = "", isOpen = true, isSignedIn = false, inline = false } = props;
  const signInHref = `/sign-in?onward=${encodeURIComponent(`enroll${chosenQuery}`)}`;
  const t = useTranslations("wizard.start");
  const minutes = inline ? t("minutes") : t("forChildrenText");
  const startLinks = isSignedIn
    ? [{ icon: usersRound, href: startHref, name: t("forUs"), text: t("forUsText") }]
    : [
        { icon: usersRound, href: startHref + chosenQuery, name: t("forChildren"), text: minutes },
        { icon: userRound, href: startHref + chosenQuery, name: t("forMe"), text: t("forMeText") },
      ];
  const account = isSignedIn
    ? { icon: history, href: "/account", name: t("toAccount"), text: t("toAccountText") }
    : { icon: history, href: signInHref, name: t("forAccount"), text: t("forAccountText") };
  const links = [...(isOpen ? startLinks : []), account];
  return (
    <nav aria-labelledby="who">
      <h2 id="who" className={inline ? "sr-only" : "mb-4"}>
        {t("whoQuestion")}
      </h2>
      <ul className={inline ? "grid gap-3 lg:auto-cols-fr lg:grid-flow-col" : "space-y-3"}>
        {links.map(({ icon, href, name, text }) => (
          <li key={name} className="grid">
            <Link href={href} className={cn("choice", inline && "card-raised min-h-18")}>
              <Icon d={icon} />
              <OptionContent label={name} hint={text} />
              <Icon d={chevronRight} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type RequirementsProps = { schoolName: string; emailOptional: boolean; isSignedIn: boolean };

/** What to have at hand (not for known families) and a line on privacy (W1). */
export function EnrollmentRequirements({ schoolName, emailOptional, isSignedIn }: RequirementsProps) {
  const t = useTranslations("wizard.start");
  const items = [
    t("needDocument"),
    t("needContact"),
    t(emailOptional ? "needEmailOptional" : "needEmail"),
    t("needChoices"),
  ];
  return (
    <>
      {!isSignedIn && (
        <Section title={t("needTitle")}>
          <ul className="divide-y divide-hairline">
            {items.map((item) => (
              <li key={item} className="py-2">
                {item}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <p className="mt-6 text-small text-muted">
        {t.rich("data", {
          school: schoolName,
          link: (text) => (
            <Link href="/privacy" className="inline-flex min-h-target items-center">
              {text}
            </Link>
          ),
        })}
      </p>
    </>
  );
}

type ResumeProps = {
  sent: boolean;
  href: string;
  /** Starts another request; signed-in families choose the student instead. */
  startAnother: ComponentProps<typeof PostForm>["action"] | undefined;
};

/** For a family with a draft or a submitted request. */
export function ResumeDraft({ sent, href, startAnother }: ResumeProps) {
  const t = useTranslations("wizard.start");
  return (
    <Notice title={t(sent ? "sentTitle" : "resumeTitle")}>
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
        <LinkButton href={sent ? "/enroll/done" : href}>
          {t(sent ? "sentLink" : "resume")}
          <Icon d={arrowRight} />
        </LinkButton>
        {sent && startAnother && (
          <PostForm action={startAnother}>
            <Button variant="secondary">{t("another")}</Button>
          </PostForm>
        )}
      </div>
    </Notice>
  );
}

type ClosedSchool = {
  years: SchoolYear[];
  context: { today: Day };
  settings: { contact_email: string; contact_phone: string };
};

/** Shown while enrollment is closed, with the next opening (W1). */
export function EnrollmentClosed({ school }: { school: ClosedSchool }) {
  const t = useTranslations("wizard.start");
  const locale = useLocale();
  const { today } = school.context;
  const { contact_email: email, contact_phone: phone } = school.settings;
  const next = school.years.find(({ start_enrollment }) => start_enrollment > today);
  return (
    <PageColumn>
      <PageHeading>{t("closedTitle")}</PageHeading>
      <p className="mb-3 max-w-measure text-lead">{t("closed")}</p>
      {next && (
        <p className="mb-3 max-w-measure text-lead">
          {t("closedNext", {
            year: next.year,
            ...addElision({ date: formatDay(next.start_enrollment, locale) }),
          })}
        </p>
      )}
      <p className="mb-9 max-w-measure">{t.rich("closedAsk", getContactLinks({ email, phone }))}</p>
      <EnrollmentPeriods years={school.years} today={today} />
    </PageColumn>
  );
}

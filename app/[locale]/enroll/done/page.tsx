import { useTranslations } from "next-intl";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { createPrivateMetadata } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { getSignedInPersonId } from "@/app/[locale]/(account)/_lib/session";
import { PrintButton } from "@/app/[locale]/enroll/done/print-button";
import { PostForm } from "@/components/forms/post-form";
import { PageColumn } from "@/components/layout/page-column";
import { MusicStaff } from "@/components/layout/product-logo";
import { getContactLinks } from "@/components/site/contact-links";
import { CourseSummary } from "@/components/site/course-summary";
import { LinkButton } from "@/components/site/link-button";
import { Button } from "@/components/ui/controls/button";
import { Icon } from "@/components/ui/icons/icon";
import { arrowRight, plus } from "@/components/ui/icons/paths";
import { Timeline, type TimelineItem } from "@/components/ui/timeline";
import { accountLinkTag } from "@/components/wizard/notices";
import { SavedAnswers } from "@/components/wizard/step/step-layout";
import { formatPrice, sumPrices } from "@/lib/catalogue/course-price";
import { listRequestedCourses, type RequestedCourse } from "@/lib/catalogue/requested-courses";
import { addElision, formatDay } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locales";
import { redirect } from "@/lib/i18n/navigation";
import { getAnswerDeadline, getSettings, type Settings } from "@/lib/school/settings";
import type { SentSummary } from "@/lib/wizard/drafts/writes";
import { getUnlockedDraft, isDraftLost } from "../_lib/draft-cookie";
import { continueWithGuardianAction, startAnotherAction } from "../actions";

export const generateMetadata = createPrivateMetadata((t) => t("wizard.done.pageTitle"));

export default withUnavailablePage(async function Page() {
  const [t, personId, school, locale] = await Promise.all([
    getTranslations("wizard.done"),
    getSignedInPersonId(),
    getSettings(),
    getLocale(),
  ]);
  const { sent, next } = (await getUnlockedDraft())?.content ?? {};
  if (!sent) return redirect({ href: (await isDraftLost()) ? "/enroll?over=yes" : "/enroll", locale });
  const requested = await listRequestedCourses(
    sent.children?.map((child) => child.reference) ?? [sent.reference],
    locale,
  );
  return (
    <>
      <div className="brand-block">
        <MusicStaff className="absolute inset-y-0 right-6 my-auto h-56 w-[calc(50%-20rem)] max-xl:hidden" />
        <PageColumn className="sm:py-12">
          <h1 className="max-w-[10em] text-[clamp(2.25rem,1.7rem+2.6vw,3.5rem)] [overflow-wrap:anywhere]">
            {sent.by ? t("thanks", { name: sent.by }) : t("title")}
          </h1>
          <StudentNames sent={sent} />
          <References sent={sent} requested={requested} />
        </PageColumn>
      </div>
      <PageColumn>
        <NextSteps sent={sent} school={school} locale={locale} />
        {!personId && (
          <p className="mb-8 max-w-measure">
            {t.rich("later", { who: sent.names?.length ? "guardian" : "adult", ...accountLinkTag })}
          </p>
        )}
        <div className="flex flex-wrap gap-3 print:hidden">
          {personId && (
            <LinkButton href="/account">
              {t("toAccount")}
              <Icon d={arrowRight} />
            </LinkButton>
          )}
          <PrintButton text={t("printButton")} />
          <PostForm action={next ? continueWithGuardianAction : startAnotherAction}>
            <Button variant="secondary">
              <Icon d={plus} />
              {t(next ? "anotherChild" : "another")}
            </Button>
          </PostForm>
        </div>
        {next && (
          <div className="mt-4 print:hidden">
            <p className="max-w-measure">{t("anotherChildText")}</p>
            <SavedAnswers brief />
          </div>
        )}
      </PageColumn>
    </>
  );
});

/** Only for guardians. */
async function StudentNames({ sent: { names } }: { sent: SentSummary }) {
  const [t, format] = await Promise.all([getTranslations("wizard.done"), getFormatter()]);
  if (!names) return null;
  const elided = addElision({ names: format.list(names) });
  return (
    <p className="mt-4 max-w-measure text-lead text-on-brand-muted print:text-ink">
      {names.length === 0 ? t("receivedOwn") : t("received", { ...elided, count: names.length })}
    </p>
  );
}

type ReferencesProps = { sent: SentSummary; requested: RequestedCourse[] };

/** Reference and choices; for several children with names and total. */
async function References({ sent: { reference, children }, requested }: ReferencesProps) {
  const [t, tPrice, locale] = await Promise.all([
    getTranslations("wizard.done"),
    getTranslations("price"),
    getLocale(),
  ]);
  const total = requested.length > 1 && sumPrices(requested.map((course) => course.price));
  const references = children ?? [{ name: t("reference"), reference }];
  return (
    <div className="mt-6 max-w-104 border-t border-brand-line pt-4">
      {children && <p className="mb-3 text-on-brand-muted print:text-ink">{t("references")}</p>}
      <dl className="space-y-3">
        {references.map((item) => (
          <div key={item.reference} className="flex flex-wrap items-baseline gap-x-4">
            <dt className="text-lead text-on-brand-muted [overflow-wrap:anywhere] print:text-ink">
              {item.name}
            </dt>
            <dd className="reference text-[clamp(1.5rem,1.2rem+1.5vw,2rem)] font-semibold tracking-widest text-spark print:text-ink">
              {item.reference}
            </dd>
            <RequestedChoices course={requested.find(({ reference }) => reference === item.reference)} />
          </div>
        ))}
      </dl>
      {total && (
        <p className="mt-4 border-t border-brand-line pt-3 font-semibold">
          {t("total", { price: formatPrice(total, tPrice, locale).line })}
        </p>
      )}
    </div>
  );
}

function RequestedChoices({ course }: { course: RequestedCourse | undefined }) {
  const t = useTranslations("wizard.fields");
  return (
    <dd className="basis-full">
      <CourseSummary course={course} />
      {course?.others.map(({ option, name }) => (
        <span key={option} className="block text-small">
          {t("choice", { at: String(option) })}: <span lang={name.lang}>{name.text}</span>
        </span>
      ))}
    </dd>
  );
}

async function NextSteps({ sent, school, locale }: { sent: SentSummary; school: Settings; locale: Locale }) {
  const t = await getTranslations("wizard.done");
  const answerBy = formatDay(sent.answerBy ?? getAnswerDeadline(new Date(), school), locale);
  const contact = { email: school.contact_email, phone: school.contact_phone };
  const items: TimelineItem[] = [
    { key: "sent", title: t("pageTitle") },
    {
      key: "mail",
      title: t(sent.fromAccount ? "next1Known" : "next1"),
      text: sent.recipients.map((address) => (
        <span key={address} className="block [overflow-wrap:anywhere]">
          {address}
        </span>
      )),
      when: "now",
    },
    { key: "read", title: t("reads"), text: t("readsText"), when: "later" },
    {
      key: "answer",
      title: t("next2", addElision({ answerBy })),
      text: t("next2Text"),
      when: "later",
    },
  ];
  return (
    <>
      <h2 className="mb-4">{t("nextTitle")}</h2>
      <Timeline items={items} />
      <aside className="mt-10 mb-8 border-t border-hairline pt-4 print:my-4">
        <h2 className="mb-2">{t("contactTitle")}</h2>
        <p className="mb-2">
          {t.rich("contact", getContactLinks(contact))} {t("next3")}
        </p>
        {!sent.fromAccount && <p className="text-muted print:hidden">{t("noMail")}</p>}
      </aside>
    </>
  );
}

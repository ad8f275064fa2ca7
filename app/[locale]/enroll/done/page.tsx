import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { titled } from "@/app/[locale]/page-title";
import { Later } from "@/components/form/start";
import { contactLinks } from "@/components/site/contact-links";
import { Column, Title } from "@/components/site/page";
import { PostForm } from "@/components/site/post-form";
import { Button } from "@/components/ui/button";
import type { Sent } from "@/lib/form/server/draft";
import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { redirect } from "@/lib/i18n/navigation";
import { withSounds } from "@/lib/i18n/sounds";
import { answerBy } from "@/lib/school/answer-by";
import { type Settings, settings } from "@/lib/school/settings";
import { signedInPerson } from "../../account/session-cookie";
import { startAnother } from "../actions";
import { currentDraft } from "../draft-cookie";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("wizard.done");
  return { title: await titled(t("pageTitle")), robots: { index: false } };
}

export default orAway(async function Page() {
  const [t, personId, school, locale] = await Promise.all([
    getTranslations("wizard.done"),
    signedInPerson(),
    settings(),
    getLocale() as Promise<Locale>,
  ]);
  const sent = (await currentDraft())?.content.sent;
  if (!sent) return redirect({ href: "/enroll", locale });
  return (
    <Column>
      <div className="mb-8 rounded-card border-2 border-accent bg-tint p-6 text-center">
        <Title>{t("title")}</Title>
        <References sent={sent} />
      </div>
      <Next sent={sent} school={school} locale={locale} />
      {!personId && <Later />}
      <PostForm action={startAnother} className="print:hidden">
        <Button look="secondary">{t("another")}</Button>
      </PostForm>
    </Column>
  );
});

/** The reference; of several children each one's, with the name. */
async function References({ sent: { reference, children } }: { sent: Sent }) {
  const t = await getTranslations("wizard.done");
  const strong = "font-serif text-title font-semibold tracking-[0.12em]";
  if (!children)
    return (
      <>
        <p>{t("reference")}</p>
        <p className={strong}>{reference}</p>
      </>
    );
  return (
    <>
      <p className="mb-3">{t("references")}</p>
      <dl className="space-y-2">
        {children.map((child) => (
          <div key={child.reference}>
            <dt className="[overflow-wrap:anywhere]">{child.name}</dt>
            <dd className={strong}>{child.reference}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

async function Next({ sent, school, locale }: { sent: Sent; school: Settings; locale: Locale }) {
  const t = await getTranslations("wizard.done");
  const by = dayInWords(sent.answerBy ?? answerBy(new Date(), school), locale);
  const contact = { email: school.contact_email, phone: school.contact_phone };
  return (
    <>
      <h2 className="mb-2 font-serif text-heading font-semibold">{t("nextTitle")}</h2>
      <ol className="mb-6 max-w-measure list-decimal space-y-2 pl-6">
        <li>
          {t(sent.fromAccount ? "next1Known" : "next1")}
          <ul className="list-disc pl-6">
            {sent.recipients.map((recipient) => (
              <li key={recipient}>{recipient}</li>
            ))}
          </ul>
        </li>
        <li>{t("next2", withSounds({ answerBy: by }))}</li>
        <li>{t("next3")}</li>
      </ol>
      <h2 className="mb-2 font-serif text-heading font-semibold">{t("contactTitle")}</h2>
      <p className="mb-4 max-w-measure">{t.rich("contact", contactLinks(contact))}</p>
      <p className="mb-8 max-w-measure text-muted print:hidden">{t("print")}</p>
    </>
  );
}

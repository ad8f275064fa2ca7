import { getLocale, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { BackToAccount } from "@/components/account/back-to-account";
import { Choice, Submit } from "@/components/action/fields";
import { contactLinks } from "@/components/site/contact-links";
import { Column } from "@/components/site/page";
import { choicesOpen } from "@/lib/family/choices";
import { type SentEnrollment, sentEnrollment } from "@/lib/family/sent";
import type { Locale } from "@/lib/i18n/locales";
import { todayIn } from "@/lib/platform/sandbox";
import { settings } from "@/lib/school/settings";
import { FamilyForm } from "../../../family-form";
import { requirePerson } from "../../../session-cookie";
import { sentData } from "../sent-data";
import { changeChoicesAction } from "./actions";

/** What is wished for, to be changed while the school has not answered and the year takes enrollments. */
export default orAway(async function Page({
  params,
}: PageProps<"/[locale]/account/enrollments/[reference]/choices">) {
  const personId = await requirePerson();
  const now = new Date();
  const sent = await sentEnrollment(personId, (await params).reference, now);
  if (sent?.part !== "sender") return <NoSuchPage />;

  const [t, school] = await Promise.all([getTranslations("account.choices"), settings()]);
  const open = await choicesOpen(sent, todayIn(school.time_zone, now));
  const contact = { email: school.contact_email, phone: school.contact_phone };
  return (
    <Column>
      <BackToAccount />
      <FamilyForm
        action={changeChoicesAction}
        title={t("title")}
        caption={`${sent.student} · ${sent.year}`}
        lead={
          <p className="mb-6 max-w-measure">{open ? t("lead") : t.rich("over", contactLinks(contact))}</p>
        }
      >
        {open && (
          <>
            <input type="hidden" name="reference" value={sent.reference} />
            <Lists sent={sent} />
            <Submit>{t("save")}</Submit>
          </>
        )}
      </FamilyForm>
    </Column>
  );
});

async function Lists({ sent }: { sent: SentEnrollment }) {
  const [t, fields, locale] = await Promise.all([
    getTranslations("account.choices"),
    getTranslations("wizard.fields"),
    getLocale() as Promise<Locale>,
  ]);
  const data = await sentData(sent, locale);
  const lists = [
    ["student_speciality_option", t("specialities"), data.specialities],
    ["student_syllabi_option", t("syllabi"), data.syllabi.flatMap(({ options }) => options)],
  ] as const;
  return lists.map(([list, title, options]) => (
    <fieldset key={list} className="mb-6">
      <legend className="mb-3 font-head text-heading font-bold">{title}</legend>
      {(["1", "2", "3"] as const).map((at) => (
        <Choice
          key={at}
          name={`${list}${at}`}
          label={fields("choice", { at })}
          options={options}
          blank={fields("noneYet")}
          defaultValue={String(sent.answers[`${list}${at}`] ?? "")}
        />
      ))}
    </fieldset>
  ));
}

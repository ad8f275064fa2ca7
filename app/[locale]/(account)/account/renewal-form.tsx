import { getLocale, getTranslations } from "next-intl/server";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { ShownField } from "@/app/[locale]/shown-field";
import { CheckboxField, SubmitButton } from "@/components/forms/fields";
import { createTermsLink } from "@/components/site/terms-link";
import { Icon } from "@/components/ui/icons/icon";
import { check } from "@/components/ui/icons/paths";
import { formatPrice, sumPrices } from "@/lib/catalogue/course-price";
import type { SchoolYear } from "@/lib/catalogue/schema";
import { getTerms } from "@/lib/enrollment/terms";
import {
  type FamilyOverview,
  type FamilyStudent,
  formatRenewal,
  listRenewingStudents,
  renewingShown,
} from "@/lib/family/renewal/queries";
import { addElision, formatDay } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locales";
import { renewAction } from "./renewal-actions";

type Props = { family: FamilyOverview; year: SchoolYear };

/** One button for all children, with the terms accepted once. */
export async function RenewalForm({ family, year }: Props) {
  const { renewal } = family;
  const students = listRenewingStudents(family);
  const locale = await getLocale();
  const [t, terms] = await Promise.all([getTranslations("account.family"), getTerms(locale)]);
  const [only] = students.length === 1 ? students : [];
  const until = year.end_enrollment && formatDay(year.end_enrollment, locale);
  return (
    <section className="card card-raised mb-6 print:hidden" aria-labelledby="go-on">
      <h2 id="go-on" className="mb-2">
        {t("forYear", { year: year.year })}
      </h2>
      <Prices students={students} locale={locale} />
      <AccountForm action={renewAction}>
        <ShownField parts={renewingShown(family)} />
        <input type="hidden" name="year" value={year.id} />
        <input type="hidden" name="terms_url" value={terms.url} />
        {renewal && <input type="hidden" name="renewal" value="yes" />}
        {students.map((student) => (
          <input key={student.id} type="hidden" name="stays" value={formatRenewal(student)} />
        ))}
        <CheckboxField
          name="terms"
          label={t.rich("terms", { year: year.year, link: createTermsLink(terms.url) })}
        />
        <SubmitButton>
          <Icon d={check} />
          {only
            ? t(only.isOwn ? "iGoOn" : "goesOn", { name: only.name })
            : t("weGoOn", { count: students.length })}
        </SubmitButton>
        <p className="mt-4 text-small text-muted">
          {t(renewal ? "renewed" : "confirmed")} {until && t("changeUntil", addElision({ day: until }))}
        </p>
      </AccountForm>
    </section>
  );
}

async function Prices({ students, locale }: { students: FamilyStudent[]; locale: Locale }) {
  const [t, tPrice] = await Promise.all([getTranslations("account.family"), getTranslations("price")]);
  const total = sumPrices(students.map(({ next }) => next?.price));
  return (
    <dl className="sum mb-2">
      {students.map(({ id, name, isOwn, next }) => (
        <div key={id}>
          <dt>{isOwn ? t("myself") : name}</dt>
          <dd className="text-end">{formatPrice(next?.price, tPrice, locale).line}</dd>
        </div>
      ))}
      {students.length > 1 && (
        <div>
          <dt>{t("together", { count: students.length })}</dt>
          <dd className="text-end">{formatPrice(total, tPrice, locale).line}</dd>
        </div>
      )}
    </dl>
  );
}

import { getLocale, getTranslations } from "next-intl/server";
import { ShownField } from "@/app/[locale]/shown-field";
import { Submit, Tick } from "@/components/action/fields";
import { Icon } from "@/components/ui/icon";
import { check } from "@/components/ui/icons";
import { familyPrice } from "@/lib/catalogue/course-price";
import { priceWords } from "@/lib/catalogue/price-words";
import type { SchoolYear } from "@/lib/catalogue/schema";
import { termsIn } from "@/lib/enrollment/terms";
import { type Student, stayOf } from "@/lib/family/family-student";
import { goingOn, goingOnShown, type YourFamily } from "@/lib/family/your-family";
import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { withSounds } from "@/lib/i18n/sounds";
import { FamilyForm } from "../family-form";
import { goOnAction } from "./actions";

type Props = { family: YourFamily; year: SchoolYear };

/** One press for all who go on, beside the terms that are accepted once. */
export async function GoOnForm({ family, year }: Props) {
  const { renewal } = family;
  const going = goingOn(family);
  const locale = (await getLocale()) as Locale;
  const [t, terms] = await Promise.all([getTranslations("account.family"), termsIn(locale)]);
  const [only] = going.length === 1 ? going : [];
  const link = (words: React.ReactNode) => (
    <a href={terms.url} target="_blank" rel="noopener">
      {words}
    </a>
  );
  const until = year.end_enrollment && dayInWords(year.end_enrollment, locale);
  return (
    <section className="card card-raised mb-6 print:hidden" aria-labelledby="go-on">
      <h2 id="go-on" className="mb-2">
        {t("forYear", { year: year.year })}
      </h2>
      <Prices going={going} locale={locale} />
      <FamilyForm action={goOnAction}>
        <ShownField parts={goingOnShown(family)} />
        <input type="hidden" name="year" value={year.id} />
        <input type="hidden" name="terms_url" value={terms.url} />
        {renewal && <input type="hidden" name="renewal" value="yes" />}
        {going.map((student) => (
          <input key={student.id} type="hidden" name="stays" value={stayOf(student)} />
        ))}
        <Tick name="terms" label={t.rich("terms", { year: year.year, link })} />
        <Submit>
          <Icon d={check} />
          {only
            ? t(only.isOwn ? "iGoOn" : "goesOn", { name: only.name })
            : t("weGoOn", { count: going.length })}
        </Submit>
        <p className="mt-4 text-small text-muted">
          {t(renewal ? "renewed" : "confirmed")} {until && t("changeUntil", withSounds({ day: until }))}
        </p>
      </FamilyForm>
    </section>
  );
}

async function Prices({ going, locale }: { going: Student[]; locale: Locale }) {
  const [t, price] = await Promise.all([getTranslations("account.family"), getTranslations("price")]);
  const all = familyPrice(going.map(({ next }) => next?.price));
  return (
    <dl className="sum mb-2">
      {going.map(({ id, name, isOwn, next }) => (
        <div key={id}>
          <dt>{isOwn ? t("myself") : name}</dt>
          <dd className="text-end">{priceWords(next?.price, price, locale).line}</dd>
        </div>
      ))}
      {going.length > 1 && (
        <div>
          <dt>{t("together", { count: going.length })}</dt>
          <dd className="text-end">{priceWords(all, price, locale).line}</dd>
        </div>
      )}
    </dl>
  );
}

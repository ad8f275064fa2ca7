import { getLocale, getTranslations } from "next-intl/server";
import { TickOf } from "@/components/action/fields";
import type { Branch } from "@/lib/enrollment/fields";
import { formSchool } from "@/lib/form/server/form-school";
import type { Locale } from "@/lib/i18n/locales";

/** What a paper says of what counts points, while a round of its year asks (admission 2). */
export async function PaperMerits({ branch, yearId }: { branch: Branch; yearId: number }) {
  const [t, points, locale, { merits }] = await Promise.all([
    getTranslations("desk.paper.parts"),
    getTranslations("account.points"),
    getLocale() as Promise<Locale>,
    formSchool(),
  ]);
  const claims = (merits.get(yearId)?.claims ?? []).filter(
    ({ source }) => source === "claimed" || branch === "minor",
  );
  if (claims.length === 0) return null;
  return (
    <fieldset className="mb-8">
      <legend className="section-head mb-4 w-full font-head text-heading font-bold">{t("merits")}</legend>
      {claims.map((one) => (
        <TickOf
          key={one.code}
          id={`merits-${one.code}`}
          name="merits"
          value={one.code}
          label={one[locale]}
          hint={one.points > 0 ? points("worth", { points: one.points }) : undefined}
        />
      ))}
    </fieldset>
  );
}

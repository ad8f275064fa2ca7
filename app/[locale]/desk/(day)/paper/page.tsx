import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { getCountryLists } from "@/app/[locale]/_lib/country-lists";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { EnrollmentFields } from "@/app/[locale]/desk/_lib/enrollment-fields";
import { getPageAddress, redirectTo } from "@/app/[locale]/desk/_lib/session";
import { DeskPage } from "@/components/desk/desk-page";
import { DateField } from "@/components/forms/date-field";
import { CheckboxOption, SelectField, SubmitButton, TextField } from "@/components/forms/fields";
import { Button } from "@/components/ui/controls/button";
import { RadioGroup } from "@/components/ui/controls/radio-group";
import { Select } from "@/components/ui/controls/select";
import { Icon } from "@/components/ui/icons/icon";
import { arrowRight } from "@/components/ui/icons/paths";
import { listPaperParts, listPartOptions, type PartAnswers } from "@/lib/desk/correction/queries";
import { type Branch, fieldRows } from "@/lib/enrollment/fields";
import { type Locale, locales, toLocalizedPath } from "@/lib/i18n/locales";
import type { Day } from "@/lib/platform/dates";
import { documentTypes } from "@/lib/reference/values";
import { getSchoolToday, getSettings, type Settings } from "@/lib/school/settings";
import { getFormSchool } from "@/lib/wizard/drafts/queries";
import { enrollOnPaperAction } from "./actions";
import { getPaperAddress, parsePaperQuery } from "./parse-paper-query";

type PaperKind = Parameters<typeof listPaperParts>[0];

/** A paper form, typed in with the wizard's fields and rules (desk 15). */
export default defineDeskPage("enroll_on_paper", "desk.paper", async ({ t, actor, query }) => {
  const { years, year, branch, family, sheet } = await parsePaperQuery(actor, query);
  if (branch && year && !sheet) return redirectTo(await getPageAddress({ sheet: crypto.randomUUID() }));
  const locale = await getLocale();
  const title = family ? t(`known.${family.kind}`, { name: family.name }) : t("title");
  const intro = family ? t(`knownLead.${family.kind}`) : t("lead");
  if (!branch || !year) {
    return (
      <DeskPage title={title}>
        <p className="mb-6 max-w-measure">{intro}</p>
        <PaperChoice years={years} family={family} action={toLocalizedPath(locale, "/desk/paper")} />
      </DeskPage>
    );
  }
  return (
    <DeskPage
      back={{
        href: family ? getPaperAddress(family.reference, family.kind) : "/desk/paper",
        text: t(family ? "otherYear" : "other"),
      }}
    >
      <DeskForm
        name={`paper-${sheet}`}
        action={enrollOnPaperAction}
        title={title}
        className="max-w-column"
        caption={t("for", { who: family ? family.kind : branch, year: year.year })}
        above={family && <p className="mb-6 max-w-measure">{intro}</p>}
      >
        <Parts kind={family?.kind ?? "new"} branch={branch} yearId={year.id} />
        <PaperClaims branch={branch} yearId={year.id} />
        <SignatureFields locale={locale} today={await getSchoolToday()} />
      </DeskForm>
    </DeskPage>
  );
});

async function Parts({ kind, branch, yearId }: { kind: PaperKind; branch: Branch; yearId: number }) {
  const [t, options, school, locale] = await Promise.all([
    getTranslations("desk.paper"),
    listPartOptions({ schoolYearId: yearId }),
    getSettings(),
    getLocale(),
  ]);
  return listPaperParts(kind, branch).map(({ part, fields }) => (
    <fieldset key={part} className="mb-8">
      <legend className="section-head mb-4 w-full font-head text-heading font-bold">
        {t(`parts.${part}`)}
      </legend>
      {part === "student" && branch === "minor" && !school.allow_minors_without_email && (
        <p className="mb-6 max-w-measure text-muted">{t("childEmail")}</p>
      )}
      <EnrollmentFields fields={fields} answers={getDefaults(branch, school, locale)} options={options} />
    </fieldset>
  ));
}

/** Defaults: the school's country and prefix, an identity card. */
function getDefaults(branch: Branch, school: Settings, locale: Locale): PartAnswers {
  const { countries, prefixes } = getCountryLists(locale, school);
  const defaults: Record<string, string | undefined> = {
    country: countries[0]?.value,
    phone_country_code: prefixes[0]?.value,
    document_type: documentTypes[0],
  };
  const signer = branch === "adult" ? "student" : "guardian";
  const rows = fieldRows.filter(([, { person, textKey }]) => person === signer && textKey in defaults);
  return Object.fromEntries(rows.map(([field, { textKey }]) => [field, defaults[textKey]]));
}

/** Signature, date and the family's language. */
function SignatureFields({ locale, today }: { locale: Locale; today: Day }) {
  const [year = "", month = "", day = ""] = today.split("-").map((part) => String(Number(part)));
  const t = useTranslations("desk.paper");
  const fields = useTranslations("wizard.fields");
  const names = new Intl.DisplayNames([locale], { type: "language" });
  return (
    <fieldset className="mb-8">
      <legend className="section-head mb-4 w-full font-head text-heading font-bold">{t("signature")}</legend>
      <TextField name="signed_by" label={t("signedBy")} hint={t("signedByHint")} autoComplete="off" />
      <DateField
        name="signed_on"
        label={t("signedOn")}
        initial={{ signed_on_day: day, signed_on_month: month, signed_on_year: year }}
        texts={{ day: fields("day"), month: fields("month"), year: fields("year") }}
      />
      <SelectField
        name="mail_language"
        label={t("language")}
        options={locales.map((value) => ({ value, label: names.of(value) ?? value }))}
        defaultValue={locale}
      />
      <SubmitButton>{t("submit")}</SubmitButton>
    </fieldset>
  );
}

/** Claims on paper, while a round is open (admission 2). */
async function PaperClaims({ branch, yearId }: { branch: Branch; yearId: number }) {
  const [t, points, locale, { merits }] = await Promise.all([
    getTranslations("desk.paper.parts"),
    getTranslations("account.points"),
    getLocale(),
    getFormSchool(),
  ]);
  const claims = (merits.get(yearId)?.claims ?? []).filter(
    ({ source }) => source === "claimed" || branch === "minor",
  );
  if (claims.length === 0) return null;
  return (
    <fieldset className="mb-8">
      <legend className="section-head mb-4 w-full font-head text-heading font-bold">{t("merits")}</legend>
      {claims.map((claim) => (
        <CheckboxOption
          key={claim.code}
          id={`merits-${claim.code}`}
          name="merits"
          value={claim.code}
          label={claim[locale]}
          hint={claim.points > 0 ? points("worth", { points: claim.points }) : undefined}
        />
      ))}
    </fieldset>
  );
}

type Props = {
  years: { id: number; year: string }[];
  /** An existing family, whose data is not asked again. */
  family?: { reference: string; kind: "again" | "sibling" };
  action: string;
};

/** Branch and year, on which the fields depend. */
function PaperChoice({ years, family, action }: Props) {
  const t = useTranslations("desk.paper");
  return (
    <form action={action} className="max-w-column">
      {family ? (
        <>
          <input type="hidden" name="of" value={family.reference} />
          <input type="hidden" name="how" value={family.kind} />
        </>
      ) : (
        <RadioGroup
          name="who"
          label={t("who")}
          defaultValue="minor"
          choices={(["minor", "adult"] as const).map((value) => ({ value, label: t(value) }))}
        />
      )}
      <Select
        name="year"
        label={t("year")}
        options={years.map(({ id, year }) => ({ value: String(id), label: year }))}
      />
      <Button>
        {t("go")}
        <Icon d={arrowRight} />
      </Button>
    </form>
  );
}

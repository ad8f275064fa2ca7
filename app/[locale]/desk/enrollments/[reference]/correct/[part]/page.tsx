import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { ActionForm } from "@/components/desk/action-form";
import { AnswerField } from "@/components/desk/correct/answer-field";
import { type AnswerWords, answerWords } from "@/components/desk/correct/answer-words";
import { Difference } from "@/components/desk/correct/difference";
import { Version } from "@/components/desk/decisions/mail-preview";
import { DeskColumn } from "@/components/desk/desk-column";
import { Corrections } from "@/components/desk/enrollment/corrections";
import { Said } from "@/components/desk/said";
import { countryOptions, prefixOptions } from "@/components/form/options";
import { Title } from "@/components/site/page";
import type { Option } from "@/components/ui/select";
import { type PartChoices, partChoices } from "@/lib/desk/correct/choices";
import { correctParts } from "@/lib/desk/correct/parts";
import { type ToCorrect, toCorrect } from "@/lib/desk/correct/to-correct";
import { openCorrections } from "@/lib/desk/corrections";
import type { FieldName } from "@/lib/enrollment/fields";
import { typedFrom } from "@/lib/form/form-values";
import { rowOf } from "@/lib/form/questions";
import { Link } from "@/lib/i18n/navigation";
import { callingCodes } from "@/lib/reference/calling-codes";
import { documentTypes, experienceOptions } from "@/lib/reference/lists";
import { settings } from "@/lib/school/settings";
import { type Actor, may } from "@/lib/staff/rights";
import { correctAction } from "../../../../correct-actions";
import { acceptCorrectionAction, answerCorrectionAction } from "../../../../enrollment-actions";
import { formWords } from "../../../../form-words";
import { heldHere, requireStaff } from "../../../../session";

/** Some answers of an enrollment, to be corrected by the form's own fields and rules (desk 14). */
export default orAway(async function Page({
  params,
  searchParams,
}: PageProps<"/[locale]/desk/enrollments/[reference]/correct/[part]">) {
  const session = await requireStaff();
  const { actor } = session;
  const { reference, part: name } = await params;
  const part = correctParts.find((known) => known === name);
  const current = part && may(actor, "correct") && (await toCorrect(actor, reference, part));
  if (!part || !current) return <NoSuchPage />;

  const [t, words, held, choices, { said }] = await Promise.all([
    getTranslations("desk.correct"),
    formWords(),
    heldHere(session),
    partChoices(current),
    searchParams,
  ]);
  const title = t(`titles.${part}`);
  return (
    <DeskColumn>
      <p className="mb-4">
        <Link href={`/desk/enrollments/${reference}`}>{t("back")}</Link>
      </p>
      <Said said={said} />
      <ActionForm
        action={correctAction}
        words={words}
        title={title}
        held={held}
        className="max-w-column"
        above={
          <>
            <Title
              caption={
                <>
                  <bdi>{current.student}</bdi> · <span className="font-mono">{reference}</span>
                </>
              }
            >
              {title}
            </Title>
            <Asked current={current} actor={actor} words={words} />
            <p className="mb-6 max-w-measure">{t(part === "studies" ? "studiesLead" : "lead")}</p>
          </>
        }
      >
        <Version version={current.version} />
        <Fields current={current} choices={choices} words={await answerWords(choices)} />
        <Difference words={{ title: t("difference"), look: t("look"), save: t("save") }} />
      </ActionForm>
    </DeskColumn>
  );
});

type AskedProps = { current: ToCorrect; actor: Actor; words: Parameters<typeof Corrections>[0]["words"] };

/** What the family asks to have corrected about this person: done or answered from here. */
async function Asked({ current, actor, words }: AskedProps) {
  const [format, { time_zone: timeZone }, asked] = await Promise.all([
    getFormatter(),
    settings(),
    openCorrections(actor, current.reference),
  ]);
  return (
    <Corrections
      corrections={asked.filter(({ personId }) => personId === current.personId)}
      instant={(date) => format.dateTime(date, { dateStyle: "medium", timeStyle: "short", timeZone })}
      settle={{ accept: acceptCorrectionAction, answer: answerCorrectionAction }}
      words={words}
    />
  );
}

type FieldsProps = { current: ToCorrect; choices: PartChoices; words: AnswerWords };

async function Fields({ current: { fields, all }, choices, words }: FieldsProps) {
  const optionsOf = await lists(choices, words);
  return fields.map((field) => (
    <AnswerField
      key={field}
      field={field}
      label={words.label(field)}
      typed={typedFrom({ [field]: all[field] }, [field])}
      options={withStored(optionsOf(field), field, all[field], words)}
    />
  ));
}

/** What can be chosen for a field. */
async function lists({ specialities, syllabi }: PartChoices, words: AnswerWords) {
  const [locale, { supported_countries: countries }] = await Promise.all([getLocale(), settings()]);
  const named = (list: PartChoices["syllabi"]) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }));
  const said = (field: FieldName, values: readonly string[]) =>
    values.map((value) => ({ value, label: words.say(field, value) }));
  const known: Record<string, Option[]> = {
    document_type: said("student_document_type", documentTypes),
    country: countryOptions(countries, locale),
    phone_country_code: prefixOptions(callingCodes(countries), locale),
    speciality: named(specialities),
    syllabi: named(syllabi),
    experience_years: said(
      "student_experience_years",
      experienceOptions.map(({ key }) => key),
    ),
  };
  return (field: FieldName) => known[rowOf(field).words] ?? [];
}

/** What is stored can be kept, also when the school no longer offers it. */
function withStored(options: Option[], field: FieldName, stored: unknown, words: AnswerWords): Option[] {
  const value = stored === undefined ? "" : String(stored);
  if (value === "" || options.some((option) => option.value === value)) return options;
  return [{ value, label: words.say(field, stored) }, ...options];
}

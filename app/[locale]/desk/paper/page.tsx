import { getLocale, getTranslations } from "next-intl/server";
import { AnswerFields } from "@/app/[locale]/desk/answer-fields";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { ActionForm } from "@/components/action/action-form";
import { DeskColumn } from "@/components/desk/desk-column";
import { PaperChoice } from "@/components/desk/paper-choice";
import { SignatureFields } from "@/components/desk/signature-fields";
import { Title } from "@/components/site/page";
import { partChoices } from "@/lib/desk/correct/choices";
import { correctParts, fieldsOfPart } from "@/lib/desk/correct/parts";
import type { Branch } from "@/lib/enrollment/fields";
import type { Locale } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { localizedPath } from "@/lib/i18n/paths";
import { may } from "@/lib/staff/rights";
import { formWords } from "../form-words";
import { paperAction } from "../paper-actions";
import { readPaperQuery } from "../paper-query";
import { requireStaff } from "../session";

/** What came on paper, typed in by the form's own fields and rules (desk 15). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/paper">) {
  const session = await requireStaff();
  if (!may(session.actor, "enroll_on_paper")) return <NoSuchPage />;

  const { years, year, branch } = await readPaperQuery(await searchParams);
  const [t, locale, words] = await Promise.all([
    getTranslations("desk.paper"),
    getLocale() as Promise<Locale>,
    formWords(),
  ]);
  const title = t("title");
  if (!branch || !year) {
    return (
      <DeskColumn>
        <title>{title}</title>
        <Title>{title}</Title>
        <p className="mb-6 max-w-measure">{t("lead")}</p>
        <PaperChoice years={years} action={localizedPath(locale, "/desk/paper")} />
      </DeskColumn>
    );
  }
  return (
    <DeskColumn>
      <ActionForm
        name="paper"
        action={paperAction}
        words={words}
        title={title}
        className="max-w-column"
        above={
          <>
            <Title caption={t("for", { who: branch, year: year.year })}>{title}</Title>
            <p className="mb-6">
              <Link href="/desk/paper">{t("other")}</Link>
            </p>
          </>
        }
      >
        <Parts branch={branch} yearId={year.id} />
        <SignatureFields locale={locale} />
      </ActionForm>
    </DeskColumn>
  );
});

async function Parts({ branch, yearId }: { branch: Branch; yearId: number }) {
  const [t, choices] = await Promise.all([
    getTranslations("desk.paper"),
    partChoices({ schoolYearId: yearId }),
  ]);
  return correctParts
    .map((part) => ({ part, fields: fieldsOfPart(part, branch) }))
    .filter(({ fields }) => fields.length > 0)
    .map(({ part, fields }) => (
      <fieldset key={part} className="mb-8">
        <legend className="mb-3 font-serif text-heading font-semibold">{t(`parts.${part}`)}</legend>
        <AnswerFields fields={fields} all={{}} choices={choices} />
      </fieldset>
    ));
}

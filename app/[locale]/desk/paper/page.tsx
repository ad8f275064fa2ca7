import { getLocale, getTranslations } from "next-intl/server";
import { AnswerFields } from "@/app/[locale]/desk/answer-fields";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { PageForm } from "@/components/action/page-form";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { Title } from "@/components/site/page";
import { partChoices } from "@/lib/enrollment/correct/choices";
import { type PaperHow, partsOfPaper } from "@/lib/enrollment/correct/parts";
import type { Branch } from "@/lib/enrollment/fields";
import type { Locale } from "@/lib/i18n/locales";
import { localizedPath } from "@/lib/i18n/paths";
import { may } from "@/lib/people/staff/rights";
import { settings } from "@/lib/school/settings";
import { formWords } from "../form-words";
import { leaveFor, ownAddress, requireStaff } from "../session";
import { paperAction } from "./actions";
import { PaperChoice } from "./paper-choice";
import { PaperMerits } from "./paper-merits";
import { paperAddress, readPaperQuery } from "./paper-query";
import { SignatureFields } from "./signature-fields";

/** What came on paper, typed in by the form's own fields and rules (desk 15). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/paper">) {
  const session = await requireStaff();
  if (!may(session.actor, "enroll_on_paper")) return <NoSuchPage />;

  const { years, year, branch, known, sheet } = await readPaperQuery(session.actor, await searchParams);
  if (branch && year && !sheet) return leaveFor(await ownAddress({ sheet: crypto.randomUUID() }));
  const [t, locale, words] = await Promise.all([
    getTranslations("desk.paper"),
    getLocale() as Promise<Locale>,
    formWords(),
  ]);
  const title = known ? t(`known.${known.how}`, { name: known.name }) : t("title");
  const lead = known ? t(`knownLead.${known.how}`) : t("lead");
  if (!branch || !year) {
    return (
      <DeskColumn>
        <title>{title}</title>
        <Title>{title}</Title>
        <p className="mb-6 max-w-measure">{lead}</p>
        <PaperChoice years={years} known={known} action={localizedPath(locale, "/desk/paper")} />
      </DeskColumn>
    );
  }
  return (
    <DeskColumn>
      <Back href={known ? paperAddress(known.reference, known.how) : "/desk/paper"}>
        {t(known ? "otherYear" : "other")}
      </Back>
      <PageForm
        name={`paper-${sheet}`}
        action={paperAction}
        words={words}
        title={title}
        className="max-w-column"
        caption={t("for", { who: known ? known.how : branch, year: year.year })}
        above={known && <p className="mb-6 max-w-measure">{lead}</p>}
      >
        <Parts how={known?.how ?? "new"} branch={branch} yearId={year.id} />
        <PaperMerits branch={branch} yearId={year.id} />
        <SignatureFields locale={locale} />
      </PageForm>
    </DeskColumn>
  );
});

async function Parts({ how, branch, yearId }: { how: PaperHow; branch: Branch; yearId: number }) {
  const [t, choices, { allow_minors_without_email: mayLack }] = await Promise.all([
    getTranslations("desk.paper"),
    partChoices({ schoolYearId: yearId }),
    settings(),
  ]);
  return partsOfPaper(how, branch).map(({ part, fields }) => (
    <fieldset key={part} className="mb-8">
      <legend className="section-head mb-4 w-full font-head text-heading font-bold">
        {t(`parts.${part}`)}
      </legend>
      {part === "student" && branch === "minor" && !mayLack && (
        <p className="mb-6 max-w-measure text-muted">{t("childEmail")}</p>
      )}
      <AnswerFields fields={fields} all={{}} choices={choices} />
    </fieldset>
  ));
}

import { getFormatter, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { Title } from "@/components/site/page";
import { Notice } from "@/components/ui/notice";
import { Sheet } from "@/components/ui/section";
import { catalogueSnapshot } from "@/lib/catalogue/snapshot";
import { addSchoolYear } from "@/lib/office/catalogue/new-year";
import { may } from "@/lib/people/staff/rights";
import { Refused } from "@/lib/people/verb";
import { dateOf } from "@/lib/platform/dates";
import { today } from "@/lib/school/today";
import { deskYear } from "../../desk-year";
import { formWords } from "../../form-words";
import { requireStaff } from "../../session";
import { catalogueProblems } from "../change-words";
import { DateStrip } from "../date-strip";
import { addYearAction } from "./actions";
import { FamiliesSee } from "./families-see";
import { NextYearForm } from "./next-year-form";
import { PriceTable } from "./price-table";
import { nextYearOf } from "./schema";

/** A new school year out of this one: what it would be first, then made by one press (desk 27). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/catalogue/next">) {
  const [{ actor }, query] = await Promise.all([requireStaff(), searchParams]);
  const { year } = await deskYear(query.year);
  const { schoolYears } = await catalogueSnapshot();
  const from = schoolYears.find(({ id }) => id === year?.id);
  if (!from || !may(actor, "change_settings")) return <NoSuchPage />;
  const [t, format, words, day] = await Promise.all([
    getTranslations("desk.catalogue"),
    getFormatter(),
    formWords(),
    today(),
  ]);
  const wanted = nextYearOf(from, schoolYears, query);
  const plan = await addSchoolYear(wanted, actor).catch((error) => {
    if (error instanceof Refused) return undefined;
    throw error;
  });
  const problems = plan ? ((await catalogueProblems(plan.problems)) ?? []) : [{ words: t("next.wrong") }];
  const opens = format.dateTime(dateOf(from.start_enrollment), { dateStyle: "long", timeZone: "UTC" });
  return (
    <DeskColumn>
      <title>{t("next.title", { year: from.year })}</title>
      <Back href={`/desk/catalogue?year=${from.id}`}>{t("title")}</Back>
      <Title>{t("next.title", { year: from.year })}</Title>
      <p className="mb-7 max-w-measure">{t("next.lead", { opens })}</p>
      <div className="gap-x-12 lg:grid lg:grid-cols-[1fr_22rem]">
        <div>
          <NextYearForm wanted={wanted} />
          {problems.length > 0 && (
            <Notice tone="danger">
              <ul>
                {problems.map(({ words }) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </Notice>
          )}
          {plan && problems.length === 0 && (
            <>
              <Sheet id="dates" title={t("dates")}>
                <DateStrip year={wanted} today={day} />
              </Sheet>
              <Sheet id="prices" title={t("next.prices")}>
                <PriceTable prices={plan.prices} years={[from.year, wanted.year]} />
              </Sheet>
            </>
          )}
        </div>
        {plan && problems.length === 0 && (
          <FamiliesSee from={from} wanted={wanted} plan={plan} action={addYearAction} words={words} />
        )}
      </div>
    </DeskColumn>
  );
});

"use server";

import { getTranslations } from "next-intl/server";
import { createStaffAction } from "@/app/[locale]/desk/_lib/staff-action";
import type { ActionOutcome } from "@/components/forms/action-state";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import { addSchoolYear } from "@/lib/desk/catalogue/verbs";
import { DomainError } from "@/lib/people/verb";
import { toCatalogueProblems } from "../catalogue-changes";
import { getNextYear, parseNextYearForm } from "./next-year";

/** Creates exactly the previewed year (desk 27). */
export const addYearAction = createStaffAction(async ({ actor }, form): Promise<ActionOutcome> => {
  const { from: fromYear, seen, ...query } = parseNextYearForm(form);
  const { schoolYears } = await getCatalogueSnapshot();
  const from = schoolYears.find(({ id }) => String(id) === fromYear);
  if (!from) throw new DomainError({ code: "gone" });
  const report = await addSchoolYear(
    { ...getNextYear(from, schoolYears, query), expectedDigest: seen },
    actor,
  );
  if (report.problems.length > 0) return { problems: await toCatalogueProblems(report.problems) };
  if (report.written) return { redirect: `/desk/catalogue?year=${report.id}&said=yearAdded` };
  const t = await getTranslations("desk.catalogue.next");
  return { problems: [{ text: t("overtaken") }] };
});

"use server";

import { getTranslations } from "next-intl/server";
import { asStaff } from "@/app/[locale]/desk/act";
import type { ActionState, FormAction } from "@/components/action/action-state";
import { changeRow } from "@/lib/desk/catalogue/verbs";
import { catalogueProblems, changesInWords } from "../../change-words";
import { tableAddress } from "../../tables";
import { readRow } from "./schema";

/** Shows what another row would change, then makes the very change that was shown (desk 26). */
export const rowAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }): Promise<ActionState | { goTo: string }> => {
    const { year, syllabus, ...edit } = readRow(form);
    const report = await changeRow(edit, actor);
    if (report.problems.length > 0) return { problems: await catalogueProblems(report.problems) };
    if (report.written) return { goTo: `${tableAddress(edit.table, Number(year), syllabus)}&said=catalogue` };
    const t = await getTranslations("desk.catalogue");
    if (report.changes.length === 0) return { problems: [{ words: t("nothing") }] };
    return {
      difference: await changesInWords(report.changes),
      seen: report.digest,
      warning: report.touched > 0 ? t("touched", { count: report.touched }) : undefined,
    };
  });

"use server";

import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";
import { parseDecisionForm } from "@/app/[locale]/desk/_lib/parse-decision-form";
import { getListQuery, getSubjectId } from "@/app/[locale]/desk/_lib/session";
import { createStaffAction } from "@/app/[locale]/desk/_lib/staff-action";
import { bulkKinds, groupMailShape, setBulkInput } from "@/lib/desk/bulk/schema";
import { selectEnrollments } from "@/lib/desk/bulk/verbs";
import { getBulkUrl } from "@/lib/desk/list/filters";

/** The other fields are those of a single decision. */
const bulkSchema = z.object({
  kind: z.enum(bulkKinds).optional().catch(undefined),
  label: z.string().default(""),
  ...groupMailShape,
});

/** Leads to the preview. */
export const chooseBulkAction = createStaffAction(async ({ actor }, form) => {
  const bulk = await getSubjectId();
  const { kind, ...fields } = parseForm(form, bulkSchema);
  const list = await getListQuery();
  if (!kind) return { redirect: getBulkUrl(bulk, list) };
  await setBulkInput({ bulk, kind, ...fields, ...parseDecisionForm(form) }, actor);
  return { redirect: getBulkUrl(bulk, list, { below: "/check" }) };
});

/** Starts another bulk action with the skipped enrollments. */
export const selectSkippedAction = createStaffAction(async ({ actor }) => {
  const t = await getTranslations("desk.problems");
  const id = await selectEnrollments({ leftOutOf: await getSubjectId() }, actor);
  return id ? { redirect: getBulkUrl(id, await getListQuery()) } : { problems: [{ text: t("bulk_gone") }] };
});

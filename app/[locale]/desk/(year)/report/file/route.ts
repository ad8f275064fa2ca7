import type { NextRequest } from "next/server";
import { getLocale } from "next-intl/server";
import { createFileResponse } from "@/app/[locale]/desk/_lib/file-response";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { getStaffSession } from "@/app/[locale]/desk/_lib/session";
import { readTownReport, writeReportFile } from "@/lib/desk/report/queries";

/** A year's report as a file; 404 without a session. */
export async function GET({ nextUrl: { searchParams } }: NextRequest) {
  const session = await getStaffSession();
  const { year } = await getSelectedYear(searchParams.get("year") ?? undefined);
  const report = session?.stage === "open" && year && (await readTownReport(session.actor, year.id));
  if (!report) return new Response(null, { status: 404 });
  const format = searchParams.get("format") === "csv" ? "csv;" : "xlsx";
  const name = `informe-${report.year.year.replace("/", "-")}`;
  return createFileResponse(writeReportFile(report, format, await getLocale()), format, name);
}

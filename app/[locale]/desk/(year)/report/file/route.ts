import type { NextRequest } from "next/server";
import { getLocale } from "next-intl/server";
import { createFileResponse, getFileActor } from "@/app/[locale]/desk/_lib/file-response";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { readTownReport, writeReportFile } from "@/lib/desk/report/queries";

/** A year's report as a file; 404 without a session. */
export async function GET({ nextUrl: { searchParams } }: NextRequest) {
  const actor = await getFileActor("read");
  const { year } = await getSelectedYear(searchParams.get("year") ?? undefined);
  const report = actor && year && (await readTownReport(actor, year.id));
  if (!report) return new Response(null, { status: 404 });
  const format = searchParams.get("format") === "csv" ? "csv;" : "xlsx";
  const name = `informe-${report.year.year.replace("/", "-")}`;
  return createFileResponse(writeReportFile(report, format, await getLocale()), format, name);
}

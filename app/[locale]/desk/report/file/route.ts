import type { NextRequest } from "next/server";
import { getLocale } from "next-intl/server";
import { fileAnswer } from "@/app/[locale]/desk/file-answer";
import type { Locale } from "@/lib/i18n/locales";
import { readTownReport, writeReportFile } from "@/lib/desk/report/queries";
import { deskYear } from "../../desk-year";
import { currentStaff } from "../../session";

/** The report of a year as a file, for whoever is signed in; for all others there is nothing here. */
export async function GET({ nextUrl: { searchParams } }: NextRequest) {
  const session = await currentStaff();
  const { year } = await deskYear(searchParams.get("year") ?? undefined);
  const report = session?.stage === "open" && year && (await readTownReport(session.actor, year.id));
  if (!report) return new Response(null, { status: 404 });
  const format = searchParams.get("format") === "csv" ? "csv;" : "xlsx";
  const name = `informe-${report.year.year.replace("/", "-")}`;
  return fileAnswer(writeReportFile(report, format, (await getLocale()) as Locale), format, name);
}

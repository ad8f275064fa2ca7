import type { NextRequest } from "next/server";
import { exportList } from "@/lib/desk/export";
import { readListQuery } from "@/lib/desk/filters";
import { unsealSearch } from "@/lib/desk/search";
import { may } from "@/lib/staff/rights";
import { currentStaff } from "../../session";

/** The list as shown, as a file for whoever may export it; for all others there is nothing here. */
export async function GET({ nextUrl }: NextRequest): Promise<Response> {
  const session = await currentStaff();
  const parameters = Object.fromEntries(nextUrl.searchParams);
  const { filters, sort, search } = readListQuery(parameters);
  const words = session && search ? unsealSearch(search, session) : undefined;
  if (session?.stage !== "open" || !may(session.actor, "export_list") || (search && !words)) {
    return new Response(null, { status: 404 });
  }
  const separator = parameters.separator === "," ? "," : ";";
  const pieces = exportList(session.actor, { filters, sort, separator }, words);
  return new Response(streamOf(pieces), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="matriculas.csv"',
      "Cache-Control": "no-store",
    },
  });
}

/** Made while it is read, so that a long list needs no more memory than a short one. */
function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

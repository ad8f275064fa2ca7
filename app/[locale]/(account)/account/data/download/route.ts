import { createDownload } from "@/app/[locale]/(account)/_lib/download-response";
import { collectPersonalData } from "@/lib/privacy/data-copy/queries";
import { createDataExport } from "@/lib/privacy/data-copy/readable-copy";

/** All stored data of the signed-in person, as HTML and JSON. */
export const GET = (): Promise<Response> =>
  createDownload("data.zip", async (personId) => {
    const data = await collectPersonalData(personId, new Date());
    return data && createDataExport(data);
  });

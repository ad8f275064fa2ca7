import { respondWithFile } from "@/app/[locale]/_lib/with-unavailable-page";
import { getSignedInPersonId } from "./session";

const types = { json: "application/json; charset=utf-8", zip: "application/zip" };

/**
 * A download for the signed-in person; 404 without a session or content.
 * @param name ends in `.json` or, for bytes, `.zip`
 */
export const createDownload = (
  name: `${string}.${keyof typeof types}`,
  readContent: (personId: string) => Promise<object | Uint8Array<ArrayBuffer> | undefined>,
): Promise<Response> =>
  respondWithFile(async () => {
    const personId = await getSignedInPersonId();
    const content = personId && (await readContent(personId));
    if (!content) return;
    return new Response(content instanceof Uint8Array ? content : `${JSON.stringify(content, null, 2)}\n`, {
      headers: {
        "content-type": types[name.endsWith(".zip") ? "zip" : "json"],
        "content-disposition": `attachment; filename="${name}"`,
        "cache-control": "no-store",
      },
    });
  });

import { isDatabaseAway } from "@/lib/errors";
import { signedInPerson } from "./session-cookie";

/** An answer as JSON to be kept, for whoever is signed in; 404 for everybody else, and where there is nothing. */
export async function asFile(
  name: string,
  data: (personId: string) => Promise<object | undefined>,
): Promise<Response> {
  try {
    const personId = await signedInPerson();
    const found = personId && (await data(personId));
    if (!found) return new Response(null, { status: 404 });
    return new Response(`${JSON.stringify(found, null, 2)}\n`, {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="${name}"`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    return new Response(null, { status: 503 });
  }
}

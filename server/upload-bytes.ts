import type { IncomingMessage } from "node:http";
import { splitPath } from "@/lib/i18n/paths";
import { MOST_UPLOAD_BYTES } from "@/lib/office/catalogue/read-upload";
import { endedSession } from "@/lib/people/staff/sessions";
import { isDatabaseAway } from "@/lib/platform/errors";
import { deskCookieOf } from "./keep-typed";

/**
 * How much whoever works at the desk may send where a catalogue is imported: twice the file that is read, so that one
 * that is too large is refused in words. Undefined elsewhere and for anybody else.
 */
export async function uploadBytes({ headers, url = "" }: IncomingMessage): Promise<number | undefined> {
  if (splitPath(url.split("?", 1)[0] as string).path !== "/desk/catalogue/import") return;
  try {
    return (await endedSession(deskCookieOf(headers))) && 2 * MOST_UPLOAD_BYTES;
  } catch (error) {
    if (!isDatabaseAway(error)) throw error; // nothing could be imported now
  }
}

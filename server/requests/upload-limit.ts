import type { IncomingMessage } from "node:http";
import { MAX_UPLOAD_BYTES } from "@/lib/desk/catalogue/verbs";
import { splitPath } from "@/lib/i18n/locales";
import { hasPermission } from "@/lib/people/staff/permissions";
import { readStaffSession } from "@/lib/people/staff/sessions";
import { isDatabaseUnavailable } from "@/lib/platform/errors";
import { parseDeskCookie } from "./save-form-input";

/**
 * Bytes of a catalogue import, before the body is read: twice the largest file, so that a larger one gets an
 * error text; 0 without permission, undefined for other paths.
 */
export async function getUploadLimit({ headers, url = "" }: IncomingMessage): Promise<number | undefined> {
  if (splitPath(url.split("?", 1)[0] as string).path !== "/desk/catalogue/import") return;
  if (!/^multipart\/form-data/i.test(headers["content-type"] ?? "")) return;
  try {
    const session = await readStaffSession(parseDeskCookie(headers), new Date());
    const canImport = session?.stage === "open" && hasPermission(session.actor, "change_settings");
    return canImport ? 2 * MAX_UPLOAD_BYTES : 0;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error; // imports need the database
  }
}

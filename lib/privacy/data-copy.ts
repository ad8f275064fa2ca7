import { strToU8, zipSync } from "fflate";
import { getSettings } from "@/lib/school/settings";
import type { PersonalData } from "./personal-data";
import { renderReadablePage } from "./readable-copy";

/** The copy that a person gets: a ZIP with a page to read and print, and the same as JSON (desk 32). */
export async function createDataExport(data: PersonalData): Promise<Uint8Array<ArrayBuffer>> {
  const { school_name, contact_address, contact_email, time_zone } = await getSettings();
  const school = {
    name: school_name,
    address: contact_address,
    email: contact_email,
    timeZone: time_zone,
  };
  const files = {
    "data.html": strToU8(renderReadablePage(data, school)),
    "data.json": strToU8(`${JSON.stringify(data, null, 2)}\n`),
  };
  return new Uint8Array(zipSync(files, { mtime: new Date(data.created_at) }));
}

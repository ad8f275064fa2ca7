import { refusedFile } from "@/lib/catalogue/files/catalogue-file";
import type { CatalogueFile } from "@/lib/catalogue/files/check-rows";
import { saveForm, readSavedForm } from "@/lib/people/staff/kept-form";
import { ActionError } from "@/lib/people/verb";
import { readFileInProcess } from "@/lib/platform/file-process";
import { FileRefusal } from "@/lib/platform/file-refusal";

/** Of what a workbook may unfold to it is a twelfth, which is how small sheets are packed. */
export const MAX_UPLOAD_BYTES = 4_000_000;

/** A file that somebody has sent, by its name. */
export type Upload = { name: string; bytes: Uint8Array };

/** A catalogue that somebody has sent: a workbook, JSON, or one table as CSV. @throws Refused */
export async function readUpload({ name, bytes }: Upload): Promise<CatalogueFile> {
  if (bytes.length === 0) throw new ActionError({ field: "file", code: "required" });
  if (bytes.length > MAX_UPLOAD_BYTES) throw new ActionError({ field: "file", code: "too_large" });
  try {
    return await readFileInProcess<CatalogueFile>("catalogue", name, bytes);
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    return refusedFile(name, error);
  }
}

const PATH = "/desk/catalogue/import";

/** Keeps a file whose difference is shown, for whoever sent it, encrypted, for an hour; returns what finds it. */
export const saveUpload = (memberId: string, { name, bytes }: Upload, now: Date): Promise<string> =>
  saveForm(memberId, { path: PATH, fields: { [name]: [Buffer.from(bytes).toString("base64")] } }, now);

/** @throws Refused where it is kept no more */
export async function readSavedUpload(memberId: string, token: string, now: Date): Promise<Upload> {
  const kept = await readSavedForm(memberId, token, now);
  const [[name = "", [base64 = ""]] = ["", []]] = Object.entries((kept?.path === PATH && kept.fields) || {});
  if (base64 === "") throw new ActionError({ field: "file", code: "kept_no_more" });
  return { name, bytes: new Uint8Array(Buffer.from(base64, "base64")) };
}

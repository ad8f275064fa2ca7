import { ActionError } from "@/lib/people/verb";
import { readFileInProcess } from "@/lib/platform/file-process";
import { FileRefusal } from "@/lib/platform/file-refusal";

/** A picture or a logo that somebody has sent. @throws Refused, whose `why` says in English what is wrong */
export async function readUploadedFile<T>(format: "picture" | "logo", bytes: Uint8Array): Promise<T> {
  try {
    return await readFileInProcess<T>(format, format, bytes);
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    const values = { ...error.values, why: error.message };
    throw new ActionError({ field: format, code: error.code, values });
  }
}

import { readCatalogueBytes } from "@/lib/catalogue/files/catalogue-file";
import type { CatalogueFile } from "@/lib/catalogue/files/check-rows";
import { Refused } from "@/lib/people/verb";

/** A page's form carries it twice, once more as text: larger ones are imported by the command. */
const MOST_BYTES = 180_000;

/** A catalogue that somebody has sent: a workbook, JSON, or one table as CSV. @throws Refused */
export async function readUpload(name: string, bytes: Uint8Array): Promise<CatalogueFile> {
  if (bytes.length === 0) throw new Refused({ field: "file", code: "required" });
  if (bytes.length > MOST_BYTES) throw new Refused({ field: "file", code: "too_large" });
  return readCatalogueBytes(name, bytes);
}

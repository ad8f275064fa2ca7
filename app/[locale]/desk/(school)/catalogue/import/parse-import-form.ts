import { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";

const text = z.string().default("");

const shown = z.object({ kept: text, seen: text });

/** The file that was chosen now, or what finds the one whose difference the page has shown. */
export async function parseImportForm(form: FormData) {
  const { kept, seen } = parseForm(form, shown);
  const file = form.get("file");
  if (!(file instanceof File) || file.size === 0) return { kept, seen };
  return { chosen: { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }, kept: "", seen: "" };
}

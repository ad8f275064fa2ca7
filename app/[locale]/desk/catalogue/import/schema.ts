import { z } from "zod";
import { read } from "@/app/[locale]/read-form";

const text = z.string().default("");

const kept = z.object({ kept: text, keptName: text, seen: text });

/** The file that was chosen now, or the one whose difference the page has shown. */
export async function readImport(form: FormData) {
  const { kept: base64, keptName, seen } = read(form, kept);
  const file = form.get("file");
  if (file instanceof File && file.size > 0)
    return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()), seen: "" };
  return { name: keptName, bytes: new Uint8Array(Buffer.from(base64, "base64")), seen };
}

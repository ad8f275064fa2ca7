import { requireForm } from "@/lib/platform/page-answer";

/** One field's text, without what PostgreSQL cannot store. */
export function field(form: FormData, name: string): string {
  requireForm(form);
  const value = form.get(name);
  return typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : "";
}

import { getTranslations } from "next-intl/server";
import { findIncomplete } from "@/lib/desk/list/sql";

export async function MissingFields({ id }: { id: string }) {
  const [t, missing] = await Promise.all([getTranslations("desk.list.values.missing"), findIncomplete([id])]);
  const fields = missing.get(id) ?? [];
  if (fields.length === 0) return null;
  return <span className="text-small text-wait">{fields.map((field) => t(field)).join(", ")}</span>;
}

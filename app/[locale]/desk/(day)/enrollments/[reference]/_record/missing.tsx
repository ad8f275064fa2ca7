import { getTranslations } from "next-intl/server";
import { findIncomplete } from "@/lib/desk/list/sql";

export async function Missing({ id }: { id: string }) {
  const [t, missing] = await Promise.all([getTranslations("desk.list.values.missing"), findIncomplete([id])]);
  const found = missing.get(id) ?? [];
  if (found.length === 0) return null;
  return <span className="text-small text-wait">{found.map((one) => t(one)).join(", ")}</span>;
}

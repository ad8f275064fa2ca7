import type { Typed } from "@/components/action/action-state";

/** What was typed and ticked, but for passwords, codes and what Next adds. */
export function typed(form: FormData): Typed {
  const fields: Typed = {};
  for (const [name, value] of form) {
    if (typeof value !== "string" || /^\$ACTION|^(password|code|token)$/.test(name)) continue;
    fields[name] = [...(fields[name] ?? []), value];
  }
  return fields;
}

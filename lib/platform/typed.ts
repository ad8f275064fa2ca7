/** What was typed and ticked, but for passwords, codes and what Next adds. */
export function readFormFields(form: FormData): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [name, value] of form) {
    if (typeof value !== "string" || name in {} || /^\$ACTION|^(password|current|code|token)$/.test(name))
      continue;
    fields[name] = [...(fields[name] ?? []), value];
  }
  return fields;
}

import type { FieldIssue } from "./errors";

type Issue = { path: PropertyKey[]; message: string };

/** The first issue of each field, whose message is its code, in the order of the schema's fields. */
export function fieldIssues(issues: Issue[], fields: string[]): FieldIssue[] {
  const first = new Map<string, FieldIssue>();
  for (const { path, message } of issues) {
    const field = String(path[0]);
    if (!first.has(field)) first.set(field, { field, code: message as FieldIssue["code"] });
  }
  return fields.flatMap((field) => first.get(field) ?? []);
}

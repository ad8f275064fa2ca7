import type { SummaryError } from "@/components/ui/controls/error-summary";
import type { ActionState } from "./action-state";

export const toSummaryErrors = (problems: NonNullable<ActionState["problems"]>): SummaryError[] =>
  problems.map(({ field, ...problem }) => ({ ...problem, href: field && `#${field}` }));

/**
 * Names the field where a text does not, or where several fields have the same: "Parent, Birth date: Write a date".
 * Reads the labels of the rendered form.
 */
export function nameFields(errors: SummaryError[]): SummaryError[] {
  return errors.map((error) => {
    const names = error.href ? getFieldNames(error.href.slice(1)) : [];
    const isUnique = errors.every((other) => other === error || other.text !== error.text);
    const [label = ""] = names.slice(-1);
    if (!label || (isUnique && error.text.toLowerCase().includes(label.toLowerCase()))) return error;
    return { ...error, text: `${names.join(", ")}: ${error.text}` };
  });
}

/** The legends around a control, and its label unless it is a part of a field: the day of a date. */
function getFieldNames(id: string): string[] {
  const control = document.getElementById(id) as HTMLInputElement | null;
  const names: string[] = [];
  // A second line explains the first.
  const addName = (element: HTMLElement | null | undefined) =>
    names.unshift(element?.innerText.trim().split("\n")[0] ?? "");
  let group = control?.closest("fieldset");
  if (!group?.querySelector(":scope > .field-label")) addName(control?.labels?.[0]);
  for (; group; group = group.parentElement?.closest("fieldset")) addName(group.querySelector("legend"));
  return names.filter(Boolean);
}

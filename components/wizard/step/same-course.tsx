"use client";

import { Button } from "@/components/ui/controls/button";
import { Icon } from "@/components/ui/icons/icon";
import { copy } from "@/components/ui/icons/paths";
import { STEP_FORM } from "@/components/wizard/step-form-id";
import { SAME_COURSE_BUTTON } from "@/lib/wizard/types";

type Props = {
  child: number;
  /** Values by control name. */
  choices: Record<string, string>;
  children: React.ReactNode;
};

/** Copies a sibling's choices into the controls; without scripts or such a control the page reloads with them. */
export function SameCourse({ child, choices, children }: Props) {
  const onClick = (event: React.MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget;
    if (!form) return;
    const copied = Object.entries(choices).map(([name, value]) => setControlValue(form, name, value));
    if (copied.every(Boolean)) event.preventDefault();
  };
  return (
    <p className="mb-6">
      <Button form={STEP_FORM} name={SAME_COURSE_BUTTON} value={child} variant="secondary" onClick={onClick}>
        <Icon d={copy} />
        <span className="min-w-0">{children}</span>
      </Button>
    </p>
  );
}

/**
 * Dispatches events like a user's choice, for autosave and dependent fields.
 * @returns whether the page offers the value; not a course that is not taught with the chosen instrument
 */
function setControlValue(form: HTMLFormElement, name: string, value: string): boolean {
  const controls = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)];
  for (const control of controls) {
    if (control instanceof HTMLSelectElement) control.value = value;
    else control.checked = control.value === value;
    if (control.value !== value) continue;
    const disclosure = control.closest("details");
    if (disclosure) disclosure.open = true;
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return controls.some((control) => control.value === value);
}

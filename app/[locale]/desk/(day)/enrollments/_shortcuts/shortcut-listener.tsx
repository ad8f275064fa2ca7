"use client";

import { useEffect } from "react";

const findTarget = (key: string) =>
  /^[a-z/?]$/.test(key) ? document.querySelector<HTMLElement>(`[data-key="${key}"]`) : null;

const TEXT_INPUTS = "input:not([type=checkbox]), textarea, select, [contenteditable], dialog";

/**
 * Single keys without modifiers, outside of inputs (desk 35). They click elements with `data-key`, so that
 * unavailable actions have no key.
 */
export function ShortcutListener() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
      if ((event.target as Element).closest?.(TEXT_INPUTS)) return;
      const target = findTarget(event.key);
      if (!target) return;
      event.preventDefault();
      if (target.matches("input:not([type=checkbox])")) target.focus();
      else target.click();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return null;
}

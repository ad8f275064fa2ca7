"use client";

import { useEffect } from "react";

/** What is pressed by a key, by the key: a link, a button or a fold acts, a field takes the focus. */
const ofKey = (key: string) =>
  /^[a-z/?]$/.test(key) ? document.querySelector<HTMLElement>(`[data-key="${key}"]`) : null;

const TYPED_INTO = "input:not([type=checkbox]), textarea, select, [contenteditable], dialog";

/**
 * Single keys act where nothing is being typed and no modifier is held (desk 35). They press what the page offers
 * under them, so what is not offered has no key.
 */
export function ShortcutListener() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
      if ((event.target as Element).closest?.(TYPED_INTO)) return;
      const pressed = ofKey(event.key);
      if (!pressed) return;
      event.preventDefault();
      if (pressed.matches("input:not([type=checkbox])")) pressed.focus();
      else pressed.click();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return null;
}

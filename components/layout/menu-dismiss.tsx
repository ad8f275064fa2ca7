"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";

const OPEN = "details[name=menu][open]";

/** Closes open menus on Escape, on a click outside and after navigation; menus open without scripts. */
export function MenuDismiss() {
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation
  useEffect(() => void close(), [pathname]);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") close()?.querySelector("summary")?.focus();
    };
    const onPress = ({ target }: Event) => {
      if (!(target as Element).closest(OPEN)) close();
    };
    addEventListener("keydown", onKey);
    addEventListener("click", onPress);
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("click", onPress);
    };
  }, []);
  return null;
}

/** Menus share a `name`, so at most one is open. */
function close() {
  const menu = document.querySelector<HTMLDetailsElement>(OPEN);
  if (menu) menu.open = false;
  return menu;
}

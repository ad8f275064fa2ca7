"use client";

import { type RefObject, useEffect, useRef } from "react";

/**
 * The other languages' links take along what has been typed on this page and not been saved yet
 * (wizard 38). A page that nobody has touched follows the link as it is.
 */
export function useLanguageSwitch(form: RefObject<HTMLFormElement | null>, send: (data: FormData) => void) {
  const latest = useRef(send);
  latest.current = send;

  useEffect(() => {
    let touched = false;
    const touch = () => {
      touched = true;
    };
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.("a[hreflang]");
      if (!link || !touched || !form.current || event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      const data = new FormData(form.current);
      data.set("language", link.getAttribute("hreflang") ?? "");
      latest.current(data);
    };
    const element = form.current;
    element?.addEventListener("input", touch);
    document.addEventListener("click", follow, true);
    return () => {
      element?.removeEventListener("input", touch);
      document.removeEventListener("click", follow, true);
    };
  }, [form]);
}

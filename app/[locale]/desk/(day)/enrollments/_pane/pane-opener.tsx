"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { isWide } from "./is-wide";

/**
 * Opens enrollments beside the list on wide screens; links keep their page. Back leads to the list alone,
 * however many were opened.
 */
export function PaneOpener() {
  const router = useRouter();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const isPlain =
        event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      const reference = isPlain && isWide() && findReference(event.target as Element);
      if (!reference) return;
      event.preventDefault();
      const query = new URLSearchParams(location.search);
      for (const name of ["said", "saidOf"]) query.delete(name);
      const navigate = query.has("open") ? router.replace : router.push;
      query.set("open", reference);
      navigate(`${location.pathname}?${query}`, { scroll: false });
    };
    // Capture phase: before the link's own handler.
    document.addEventListener("click", onClick, true);
    return () => document.removeEventListener("click", onClick, true);
  }, [router]);
  return null;
}

const findReference = (element: Element) =>
  element.closest("a.row-link")?.closest<HTMLElement>("[data-reference]")?.dataset.reference;

"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { isWide } from "./is-wide";

type Props = {
  reference: string;
  /** Changes when something is saved, so that focus leaves the form and shortcuts work. */
  stands: string;
  /** Used where there is no room for the pane. */
  page: string;
};

/** Focuses the opened enrollment, and after closing its row. */
export function PaneFocus({ reference, stands, page }: Props) {
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again after each save
  useEffect(() => {
    if (!isWide()) return router.replace(page);
    document.getElementById("pane-title")?.focus({ preventScroll: true });
    rowOf(reference)?.scrollIntoView({ block: "nearest" });
    return () => {
      requestAnimationFrame(() => {
        if (document.getElementById("pane-title")) return;
        rowOf(reference)?.querySelector<HTMLElement>("a.row-link")?.focus({ preventScroll: true });
      });
    };
  }, [reference, stands, page, router]);
  return null;
}

const rowOf = (reference: string) => document.querySelector(`tr[data-reference="${reference}"]`);

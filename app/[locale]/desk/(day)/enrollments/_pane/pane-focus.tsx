"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { isWide } from "./is-wide";

type Props = {
  reference: string;
  /** Changes when something is saved, so that focus leaves the form and shortcuts work. */
  revision: string;
  /** Used where there is no room for the pane. */
  pageHref: string;
};

/** Focuses the opened enrollment, and after closing its row. */
export function PaneFocus({ reference, revision, pageHref }: Props) {
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again after each save
  useEffect(() => {
    if (!isWide()) return router.replace(pageHref);
    document.getElementById("pane-title")?.focus({ preventScroll: true });
    findRow(reference)?.scrollIntoView({ block: "nearest" });
    return () => {
      requestAnimationFrame(() => {
        if (document.getElementById("pane-title")) return;
        findRow(reference)?.querySelector<HTMLElement>("a.row-link")?.focus({ preventScroll: true });
      });
    };
  }, [reference, revision, pageHref, router]);
  return null;
}

const findRow = (reference: string) => document.querySelector(`tr[data-reference="${reference}"]`);

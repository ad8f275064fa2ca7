import type { Metadata } from "next";
import type { ReactNode } from "react";

/** Account links must not be indexed. */
export const metadata: Metadata = { robots: { index: false }, referrer: "no-referrer" };

export default function Layout({ children }: { children: ReactNode }) {
  return children;
}

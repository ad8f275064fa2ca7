import type { Metadata } from "next";
import type { ReactNode } from "react";

/** Links that open an account are nobody else's to see. */
export const metadata: Metadata = { robots: { index: false }, referrer: "no-referrer" };

export default function Layout({ children }: { children: ReactNode }) {
  return children;
}

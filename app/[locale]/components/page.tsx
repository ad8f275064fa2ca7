import type { Metadata } from "next";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { env } from "@/lib/platform/env";
import { Acts } from "./acts";
import { Fields } from "./fields";
import { Figures } from "./figures";
import { Lists } from "./lists";
import { Said } from "./said";
import { Things } from "./things";

export const metadata: Metadata = { title: "Componentes", robots: { index: false } };

/** Every component with all its states, for tests and for whoever builds a page; a school's server has no such page. */
export default async function Page({ searchParams }: PageProps<"/[locale]/components">) {
  if (!env.SHOW_COMPONENTS) return <NoSuchPage />;
  const dense = (await searchParams).dense !== undefined ? "" : undefined;
  return (
    <div data-dense={dense} className="wrap space-y-16 py-10">
      <h1>Componentes</h1>
      <Acts />
      <Fields />
      <Said />
      <Things />
      <Lists />
      <Figures />
    </div>
  );
}

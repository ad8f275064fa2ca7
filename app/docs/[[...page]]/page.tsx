import type { Metadata } from "next";
import { getDocsText } from "@/lib/i18n/docs/docs-text";
import { setPageStatus } from "@/lib/platform/page-request";
import { Changes } from "../changes";
import { ErrorCodes } from "../error-codes";
import { pageOf } from "../page-of";
import { Reference } from "../reference";
import { Start } from "../start";
import { Opening } from "../text";

type Props = PageProps<"/docs/[[...page]]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { language, page } = pageOf((await params).page);
  const words = getDocsText(language);
  return { title: `${page ? words.pages[page] : words.notFound.title} – ${words.title}` };
}

export default async function Page({ params }: Props) {
  const { language, page } = pageOf((await params).page);
  const words = getDocsText(language);
  if (page === "start") return <Start language={language} />;
  if (page === "reference") return <Reference words={words} />;
  if (page === "errors") return <ErrorCodes language={language} />;
  if (page === "changelog") return <Changes language={language} />;
  setPageStatus(404);
  return <Opening {...words.notFound} />;
}

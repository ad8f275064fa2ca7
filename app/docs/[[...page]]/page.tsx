import type { Metadata } from "next";
import { getDocsText } from "@/lib/i18n/docs/docs-text";
import { setPageStatus } from "@/lib/platform/page-request";
import { Reference } from "../_reference/reference";
import { DocsHeading } from "../docs-page";
import { ErrorCodes } from "../error-codes";
import { GuidePage } from "../guide";
import { parseDocsPath } from "../parse-docs-path";
import { QuickStart } from "../quick-start";

type Props = PageProps<"/docs/[[...page]]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { language, page } = parseDocsPath((await params).page);
  const texts = getDocsText(language);
  return { title: `${page ? texts.pages[page] : texts.notFound.title} – ${texts.title}` };
}

export default async function Page({ params }: Props) {
  const { language, page } = parseDocsPath((await params).page);
  const texts = getDocsText(language);
  if (page === "start") return <QuickStart language={language} />;
  if (page === "reference") return <Reference texts={texts} />;
  if (page === "errors") return <ErrorCodes language={language} />;
  if (page === "changelog") return <GuidePage name="changelog" language={language} />;
  setPageStatus(404);
  return <DocsHeading title={texts.notFound.title} intro={texts.notFound.lead} />;
}

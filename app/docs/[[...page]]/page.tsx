import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ErrorCodes } from "../error-codes";
import { pageOf } from "../page-of";
import { Reference } from "../reference";
import { Start } from "../start";
import { wordsOf } from "../words/words-of";

type Props = PageProps<"/docs/[[...page]]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { language, page } = pageOf((await params).page);
  const words = wordsOf(language);
  return { title: page ? `${words.pages[page]} – ${words.title}` : words.title };
}

export default async function Page({ params }: Props) {
  const { language, page } = pageOf((await params).page);
  if (page === "start") return <Start words={wordsOf(language)} />;
  if (page === "reference") return <Reference words={wordsOf(language)} />;
  if (page === "errors") return <ErrorCodes language={language} />;
  notFound();
}

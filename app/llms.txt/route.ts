import { getMarkdownPath, guideNames } from "@/app/docs/guide-markdown";
import { readGuide } from "@/app/docs/read-guide";
import { type Locale, languageNames, locales } from "@/lib/i18n/locales";
import { getPublicUrl } from "@/lib/school/settings";

export const dynamic = "force-dynamic"; // contains the address from the environment

/** For language models (llmstxt.org): the guides as Markdown, and the OpenAPI document. */
export async function GET(): Promise<Response> {
  const { title, intro } = await readGuide("start", "en");
  const others = locales.filter((locale) => locale !== "en");
  const lines = [
    `# Matrícula: ${title}`,
    "",
    `> ${intro}`,
    "",
    "## Guides",
    "",
    ...(await listGuides("en")),
    "",
    "## Reference",
    "",
    `- [OpenAPI document](${getPublicUrl()}/api/openapi.json): every endpoint with its schemas and examples`,
    "",
    "## Optional",
    "",
    ...(await Promise.all(others.map(listGuides))).flat(),
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-cache" },
  });
}

const listGuides = (language: Locale) =>
  Promise.all(
    guideNames.map(async (name) => {
      const { title, intro } = await readGuide(name, language);
      const url = `${getPublicUrl()}${getMarkdownPath(name, language)}`;
      return `- [${title}](${url}): ${language === "en" ? intro : `${languageNames[language]}. ${intro}`}`;
    }),
  );

import { readdir, readFile } from "node:fs/promises";
import { createErrorBody } from "@/lib/api/responses";
import { getSchoolContext } from "@/lib/enrollment/queries";
import { getErrorMessage } from "@/lib/i18n/api-messages";
import { getDocsPath, type Locale } from "@/lib/i18n/locales";
import { env } from "@/lib/platform/env";
import { AppError, type ErrorCode, type FieldCode, httpStatus } from "@/lib/platform/errors";
import { getPublicUrl } from "@/lib/school/settings";
import { getPackageUrl } from "./packages/packages";
import { readGuideSource } from "./read-guide";

/** Guides, which are also served as Markdown. */
export const guideNames = ["start", "errors", "changelog"] as const;

/** The page's address plus `.md`. */
export const getMarkdownPath = (name: (typeof guideNames)[number], language: Locale): string =>
  `${getDocsPath(language)}${name === "start" ? "" : `/${name}`}.md`;

/** A guide with this server's values, all snippets and error texts. */
export async function createGuideMarkdown(
  name: (typeof guideNames)[number],
  language: Locale,
): Promise<string> {
  const [source, fill, snippets] = await Promise.all([
    readGuideSource(name, language),
    createGuideFiller(),
    readSnippets(),
  ]);
  const markdown = fill(source).replace(/```snippets\n(.+)\n```/g, (_, name: string) =>
    (snippets[name] ?? []).map(({ fence, text }) => `\`\`\`${fence}\n${text}\n\`\`\``).join("\n\n"),
  );
  if (name !== "errors") return markdown;
  return markdown
    .replace("```error\n```", `\`\`\`json\n${createErrorExample(language)}\n\`\`\``)
    .replace(/^### (\w+)$/gm, (heading, code: string) => {
      const { status, meaning } = describeErrorCode(code, language);
      return `${heading}${status ? ` (${status})` : ""}\n\n${meaning}`;
    });
}

/** Fills address, key, year and choices of this server. */
export async function createGuideFiller(): Promise<(text: string) => string> {
  const [{ schoolYears }, client, flows] = await Promise.all([
    getSchoolContext(),
    getPackageUrl("typescript"),
    getPackageUrl("playwright"),
  ]);
  const [year] = schoolYears;
  const values: Record<string, string> = {
    client,
    flows,
    base: getPublicUrl(),
    key: env.embedded ? "$(cat .data/demo-api-key)" : "<API_KEY>",
    year: String(year?.id ?? "<id>"),
    speciality: String(year?.specialities[0] ?? "<id>"),
  };
  return (text) => text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** Name, file extension and fence language, in the order of display. */
const languages = [
  { suffix: "sh", language: "curl", fence: "sh" },
  { suffix: "mjs", language: "JavaScript", fence: "js" },
  { suffix: "py", language: "Python", fence: "python" },
  { suffix: "php", language: "PHP", fence: "php" },
] as const;

type Program = { language: string; fence: string; text: string };

/** docs/snippets by name and language. */
export async function readSnippets(): Promise<Record<string, Program[]>> {
  const files = await readdir("docs/snippets");
  const names = [...new Set(files.map((file) => file.replace(/\.\w+$/, "")))];
  const entries = names.map(async (name) => {
    const available = languages.filter(({ suffix }) => files.includes(`${name}.${suffix}`));
    const programs = available.map(async ({ suffix, ...program }) => ({
      ...program,
      text: (await readFile(`docs/snippets/${name}.${suffix}`, "utf8")).trimEnd(),
    }));
    return [name, await Promise.all(programs)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** With the status, except for field errors. */
export function describeErrorCode(code: string, language: Locale): { status?: number; meaning: string } {
  const status = (httpStatus as Record<string, number>)[code];
  const required = { field: "student_email", code: "required" } as const;
  if (status)
    return { status, meaning: getErrorMessage(language, new AppError(code as ErrorCode, [required])) };
  const field = { field: "student_", code: code as FieldCode };
  return { meaning: getErrorMessage(language, new AppError("validation_failed"), field) };
}

export function createErrorExample(language: Locale): string {
  const error = new AppError("validation_failed", [{ field: "student_birth_date", code: "under_age" }]);
  return JSON.stringify(createErrorBody(error, language), null, 2);
}

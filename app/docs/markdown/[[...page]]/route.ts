import { createGuideMarkdown, guideNames } from "@/app/docs/guide-markdown";
import { parseDocsPath } from "@/app/docs/parse-docs-path";

export const dynamic = "force-dynamic"; // contains addresses from the environment

/** A guide as Markdown at its address plus `.md` (next.config.ts). */
export async function GET(
  _: Request,
  { params }: RouteContext<"/docs/markdown/[[...page]]">,
): Promise<Response> {
  const { language, page } = parseDocsPath((await params).page);
  const name = guideNames.find((guide) => guide === page);
  if (!name) return new Response("Not found", { status: 404 });
  return new Response(await createGuideMarkdown(name, language), {
    headers: {
      "Content-Type": "text/markdown; charset=utf-8",
      "Content-Language": language,
      "Cache-Control": "no-cache",
    },
  });
}

import { readPackage } from "../packages";

export const dynamic = "force-dynamic";

/** Packages for npm; a version's content never changes. */
export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }) {
  const content = await readPackage((await params).file);
  if (!content) return new Response("Not found", { status: 404 });
  const digest = Buffer.from(await crypto.subtle.digest("SHA-256", content)).toString("base64url");
  const headers = { ETag: `"${digest}"`, "Cache-Control": "public, max-age=86400" };
  if (request.headers.get("If-None-Match") === headers.ETag)
    return new Response(null, { status: 304, headers });
  return new Response(content, { headers: { ...headers, "Content-Type": "application/gzip" } });
}

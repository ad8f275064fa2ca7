import { formatSetCookie } from "@/lib/platform/page-request";
import { SANDBOX_BROWSER_SECONDS } from "@/lib/platform/sandbox";
import { openFormSession } from "@/lib/sandbox/writes";

export const dynamic = "force-dynamic";

/** Opens a sandbox in this browser by a one-time link; removes the live draft and session. */
export async function GET(request: Request, { params }: RouteContext<"/sandbox/[token]">): Promise<Response> {
  const { token: link } = await params;
  const token = request.method === "GET" ? await openFormSession(link, new Date()) : undefined;
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (!token) return new Response("Not found", { status: 404, headers });

  headers.append("Set-Cookie", formatSetCookie("matricula_sandbox", token, SANDBOX_BROWSER_SECONDS));
  for (const name of LIVE_COOKIES) headers.append("Set-Cookie", formatSetCookie(name, "", 0));
  headers.set("Location", "/enroll");
  return new Response(null, { status: 303, headers });
}

const LIVE_COOKIES = ["matricula_draft", "session"] as const;

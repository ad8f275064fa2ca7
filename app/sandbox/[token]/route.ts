import { getSandboxCookieName, SANDBOX_BROWSER_SECONDS } from "@/lib/platform/sandbox";
import { openFormSession } from "@/lib/sandbox/writes";
import { getPublicUrl } from "@/lib/school/settings";

export const dynamic = "force-dynamic";

/** Opens a sandbox in this browser by a one-time link; removes the live draft and session. */
export async function GET(request: Request, { params }: RouteContext<"/sandbox/[token]">): Promise<Response> {
  const { token: link } = await params;
  const token = request.method === "GET" ? await openFormSession(link, new Date()) : undefined;
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (!token) return new Response("Not found", { status: 404, headers });

  const secure = getPublicUrl().startsWith("https:");
  const options = `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  headers.append(
    "Set-Cookie",
    `${getSandboxCookieName(secure)}=${token}; Max-Age=${SANDBOX_BROWSER_SECONDS}; ${options}`,
  );
  for (const name of OWN) {
    headers.append("Set-Cookie", `${secure ? "__Host-" : ""}${name}=; Max-Age=0; ${options}`);
  }
  headers.set("Location", "/enroll");
  return new Response(null, { status: 303, headers });
}

/** Cookies of the live school. */
const OWN = ["matricula_draft", "session"];

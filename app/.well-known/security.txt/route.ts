import { getSchoolContact } from "@/lib/school/queries";
import { getPublicUrl } from "@/lib/school/settings";

export const dynamic = "force-dynamic";

const HALF_A_YEAR_MS = 182 * 24 * 3600 * 1000;

/** Contact for security reports (RFC 9116): the school's, from the settings. */
export async function GET(): Promise<Response> {
  const { email } = await getSchoolContact();
  const lines = [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(Date.now() + HALF_A_YEAR_MS).toISOString()}`,
    "Preferred-Languages: es, ca, en",
    `Canonical: ${getPublicUrl()}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

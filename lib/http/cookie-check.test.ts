import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { getSchoolContact } from "@/lib/school/queries";
import { createPageListener } from "./page-listener";

const server = createServer(createPageListener((incoming, outgoing) => outgoing.end(`page ${incoming.url}`)));
await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
afterAll(() => server.close());

/** Follows redirects like a browser that accepts cookies or not; returns the last response with its path. */
async function browse(
  from: string | undefined,
  to: string,
  { acceptsCookies, cookie = "" }: { acceptsCookies: boolean; cookie?: string },
) {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let [path, cookies] = [to, cookie];
  for (let hops = 0; hops < 5; hops++) {
    const answer = await fetch(base + path, {
      redirect: "manual",
      headers: { ...(from && { Referer: base + from }), ...(cookies && { Cookie: cookies }) },
    });
    if (acceptsCookies) cookies ||= answer.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    const location = answer.headers.get("location");
    if (!location) return { path, status: answer.status, text: await answer.text() };
    path = location;
  }
  throw new Error(`redirected without end: ${path}`);
}

const pairs: [from: string, to: string][] = [
  ["/enroll/birth-date", "/enroll/guardian-name"],
  ["/ca/enroll/school-year", "/ca/enroll/birth-date?from=check"],
  ["/sign-in", "/account/family"],
  ["/en/sign-in/link", "/en/account"],
  ["/account", "/account/details"],
  ["/desk/sign-in", "/desk/second-factor"],
];

test.each(pairs)(
  "from %s to %s without cookies the error page with the school's telephone is shown",
  async (from, to) => {
    const refused = await browse(from, to, { acceptsCookies: false });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain((await getSchoolContact()).phone);
    // Its button works once cookies are allowed.
    expect(refused.text).toContain(`class="button" href="${to}"`);
    expect(await browse(refused.path, to, { acceptsCookies: true })).toMatchObject({ status: 200, path: to });
    const { status, text } = await browse(from, to, { acceptsCookies: true });
    expect([status, text]).toEqual([200, `page ${to}`]);
    expect(
      await browse(from, refused.path, { acceptsCookies: true, cookie: "cookie-check=1" }),
    ).toMatchObject({
      path: to,
      text: `page ${to}`,
    });
  },
);

const direct: [from: string | undefined, to: string][] = [
  [undefined, "/enroll/guardian-name"],
  ["/enroll", "/enroll/birth-date"],
  ["/", "/account"],
  [undefined, "/desk/enrollments"],
  ["/enroll/birth-date", "/"],
  ["/enroll/birth-date", "/ca/enroll/birth-date"],
];

test.each(direct)("from %s to %s without cookies the page is shown", async (from, to) => {
  const { path, status } = await browse(from, to, { acceptsCookies: false });
  expect({ path, status }).toEqual({ path: to, status: 200 });
});

test("a script's request is not redirected; no address redirects to another site", async () => {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { Referer: `${base}/desk/sign-in` };
  const scriptResponse = await fetch(`${base}/desk`, {
    redirect: "manual",
    headers: { ...headers, RSC: "1" },
  });
  expect(scriptResponse.status).toBe(200);
  const redirect = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${base}//example.org/?cookies=tried`, { headers: { Cookie: "a=b" } }, resolve).on("error", reject);
  });
  expect(redirect.headers.location ?? "/").toMatch(/^\/(?!\/)/);
  redirect.resume();
});

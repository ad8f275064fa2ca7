import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createApiKey, findApiKeys } from "@/lib/api/keys";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import { createToken, hashToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { getCurrentSandbox, LIVE, withSandbox } from "@/lib/platform/sandbox";
import { createFormSession, openFormSession } from "@/lib/sandbox/writes";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor } from "@/test/support/data/factories";
import { createPageListener } from "./page-listener";

// A page that says which sandbox it is rendered in, some turns of the event loop later.
const server = createServer(
  createPageListener(async (_, outgoing) => {
    await new Promise(setImmediate);
    outgoing.end(JSON.stringify(getCurrentSandbox()));
  }),
);
await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
afterAll(() => server.close());

const cookie = "matricula_sandbox";
const read = (cookies?: string, path = "/ca/enroll") =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    headers: cookies ? { Cookie: cookies } : {},
  });

test("integrators 14: a browser uses the sandbox of its cookie; an invalid cookie does not show the live school", async () => {
  const key = await createApiKey({ name: "browser", scopes: [], expiresAt: null, mode: "test" });
  const sandboxId = (await findApiKeys(key))[0]?.id as number;
  const { url } = await withSandbox({ sandboxId }, () => createFormSession(new Date()));
  const token = await openFormSession(url.split("/").at(-1) as string, new Date());
  expect(await (await read(`theme=dark; ${cookie}=${token}; session=x`)).json()).toEqual({ sandboxId });
  expect(await (await read("session=x")).json()).toEqual({ sandboxId: LIVE });
  expect(await (await read()).json()).toEqual({ sandboxId: LIVE });
  for (const desk of ["/desk", "/ca/desk/paper?who=adult", "/desk?x"])
    expect(await (await read(`${cookie}=${token}`, desk)).json()).toEqual({ sandboxId: LIVE });

  for (const invalid of ["nonsense", url.split("/").at(-1)]) {
    const answer = await read(`${cookie}=${invalid}`);
    expect([answer.status, answer.headers.get("content-language")]).toEqual([403, "ca"]);
    expect(answer.headers.get("set-cookie")).toMatch(`${cookie}=; Max-Age=0`);
    expect(await answer.text()).toContain("entorn de proves");
  }
});

test("integrators 14: a link in a sandbox's mail opens that sandbox in any browser; a live link opens none", async () => {
  await seedDemoSchool();
  const key = await createApiKey({ name: "mails", scopes: [], expiresAt: null, mode: "test" });
  const tester = (await findApiKeys(key))[0]?.id as number;
  const createLink = (sandboxId: number) =>
    withSandbox({ sandboxId }, async () => {
      const { reference } = await enroll(
        [aMinor()].map((submitted) => ({ kind: "minor" as const, submitted })),
        { source: "form", locale: "es" },
      );
      const { studentId: personId } = await prisma().enrollment.findUniqueOrThrow({ where: { reference } });
      const token = createToken();
      const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 60_000)];
      await prisma().setupToken.create({
        data: { hash: hashToken(token), personId, createdAt, expiresAt },
        select: { personId: true },
      });
      return `/ca/account/setup/${token}`;
    });
  const response = await read(undefined, await createLink(tester));
  expect(await response.json()).toEqual({ sandboxId: tester });
  const [setCookie = ""] = response.headers.get("set-cookie")?.split(";") ?? [];
  expect(await (await read(setCookie)).json()).toEqual({ sandboxId: tester });

  for (const path of [await createLink(LIVE), `/ca/account/setup/${createToken()}`]) {
    const answer = await read(undefined, path);
    expect([await answer.json(), answer.headers.get("set-cookie")]).toEqual([{ sandboxId: LIVE }, null]);
  }
});

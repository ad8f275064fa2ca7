import { randomUUID } from "node:crypto";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { createApiKey } from "@/lib/api/keys";
import { hashToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { addMinutes } from "@/lib/platform/dates";
import { env } from "@/lib/platform/env";
import { anEmail } from "@/test/support/data/factories";
import { aMember } from "@/test/support/domain/staff";
import { purgeAll } from "./maintenance";

test("docs/office/privacy.md: hourly purges delete expired rows and keep others", async () => {
  const now = new Date();
  const { id: memberId } = await aMember("reader");
  await createApiKey({ name: "trial", scopes: [], expiresAt: null, mode: "test" });
  const { id: sandboxId } = await prisma().apiKey.findFirstOrThrow();
  const mailbox = path.join(env.DATA_DIR, "mailbox");
  await mkdir(mailbox, { recursive: true });
  for (const [name, minutes] of [
    ["over", -1],
    ["holds", 1],
  ] as const) {
    const at = (daysAgo: number) => addMinutes(now, minutes - daysAgo * 24 * 60);
    const hash = hashToken(name);
    const timed = { hash, expiresAt: at(0) };
    const email = anEmail(name);
    const person = { id: randomUUID(), email, emailKey: email, locale: "es" };
    const { id: personId } = await prisma().person.create({ data: person });
    await prisma().account.create({ data: { personId, passwordHash: "" } });
    await prisma().session.create({ data: { ...timed, personId, createdAt: at(7) } });
    await prisma().knownDevice.create({ data: { ...timed, personId } });
    await prisma().emailChange.create({ data: { ...timed, personId, email, createdAt: at(7) } });
    await prisma().setupToken.create({ data: { hash, personId, createdAt: at(37), expiresAt: at(30) } });
    await prisma().mailEvent.create({
      data: { id: name, type: "x", occurredAt: at(30), receivedAt: at(30) },
    });
    await prisma().heldForm.create({ data: { ...timed, memberId, content: hash } });
    const times = { createdAt: at(7), lastUsedAt: now, passwordAt: now, userAgent: "" };
    await prisma().staffSession.create({ data: { hash, memberId, ...times } });
    await prisma().accountLimit.create({ data: { key: name, expire: at(0).getTime() } });
    await prisma().sandboxBrowser.create({ data: { ...timed, sandboxId } });
    await prisma().draft.create({ data: { id: hash, content: hash, expiresAt: at(0) } });
    await prisma().sentDraft.create({ data: { draftId: hash, reference: name, createdAt: at(6) } });
    await prisma().writeCheck.create({ data: { process: name, at: at(1) } });
    await writeFile(path.join(mailbox, `${name}.json`), "{}");
    await utimes(path.join(mailbox, `${name}.json`), at(30), at(30));
  }
  await purgeAll(now);

  const holds = [{ hash: hashToken("holds") }];
  const hash = { select: { hash: true } } as const;
  expect(await prisma().session.findMany(hash)).toEqual(holds);
  expect(await prisma().knownDevice.findMany(hash)).toEqual(holds);
  expect(await prisma().emailChange.findMany(hash)).toEqual(holds);
  expect(await prisma().setupToken.findMany(hash)).toEqual(holds);
  expect(await prisma().heldForm.findMany(hash)).toEqual(holds);
  expect(await prisma().staffSession.findMany(hash)).toEqual(holds);
  expect(await prisma().sandboxBrowser.findMany(hash)).toEqual(holds);
  expect(await prisma().draft.findMany({ select: { id: true } })).toEqual([{ id: hashToken("holds") }]);
  expect(await prisma().sentDraft.findMany({ select: { reference: true } })).toEqual([
    { reference: "holds" },
  ]);
  expect(await readdir(mailbox)).toEqual(["holds.json"]);
  expect(await prisma().mailEvent.findMany({ select: { id: true } })).toEqual([{ id: "holds" }]);
  expect(await prisma().writeCheck.findMany({ select: { process: true } })).toEqual([{ process: "holds" }]);
  expect(await prisma().accountLimit.findMany({ select: { key: true } })).toEqual([{ key: "holds" }]);
});

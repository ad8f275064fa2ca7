import { createHash, randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { decrypt, encrypt, parseKeys } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { withSandbox } from "@/lib/platform/sandbox";
import {
  changeDraft,
  createDraft,
  createEmptyDraft,
  deleteDraft,
  purgeDrafts,
  readDraft,
} from "@/lib/wizard/drafts/writes";

const hour = 3_600_000;
const aKey = () => randomBytes(32).toString("base64");
const idOf = (token: string) => new Uint8Array(createHash("sha256").update(token).digest());
const withName = (name: string) => ({ ...createEmptyDraft(), answers: { student_name: name } });
const rowOf = (token: string) => prisma().draft.findUniqueOrThrow({ where: { id: idOf(token) } });

env.DATA_DIR = await mkdtemp(path.join(tmpdir(), "matricula-draft-"));

afterAll(() => rm(env.DATA_DIR, { recursive: true }));

beforeEach(async () => {
  await prisma().draft.deleteMany();
});

describe("a draft (W29)", () => {
  test("is found only by its token, which is not in the database", async () => {
    const token = await createDraft(withName("Ada Lovelace"));
    expect((await readDraft(token))?.content.answers).toEqual({ student_name: "Ada Lovelace" });

    const row = Buffer.from((await rowOf(token)).content).toString("latin1");
    expect(row).not.toContain("Ada");
    expect(row).not.toContain(token);
  });

  test.each(["", "short", "../../etc/passwd", "a".repeat(43), `${"a".repeat(43)}b`, undefined])(
    "is not found by %s",
    async (token) => {
      await createDraft(createEmptyDraft());
      expect(await readDraft(token)).toBeUndefined();
    },
  );

  test("is found only in its own sandbox", async () => {
    const within = <T>(sandboxId: number, work: () => Promise<T>) => withSandbox({ sandboxId }, work);
    const tried = await within(7, () => createDraft(withName("tried")));
    const family = await createDraft(withName("family"));
    for (const sandboxId of [0, 7, 8]) {
      const drafts = await within(sandboxId, () => Promise.all([readDraft(tried), readDraft(family)]));
      const names = drafts.map((draft) => draft?.content.answers.student_name);
      expect(names).toEqual([sandboxId === 7 ? "tried" : undefined, sandboxId === 0 ? "family" : undefined]);
      if (sandboxId === 7) continue;
      await within(sandboxId, () => deleteDraft(tried));
      expect(await within(sandboxId, () => changeDraft(tried, createEmptyDraft))).toBeUndefined();
    }
    expect(await within(7, () => changeDraft(tried, () => withName("again")))).toEqual(withName("again"));
    expect(await prisma().draft.count()).toBe(2);
  });

  test("is not found when tampered with or moved to another cookie", async () => {
    const [mine, yours] = [await createDraft(withName("mine")), await createDraft(withName("yours"))];
    const { content } = await rowOf(mine);
    await prisma().draft.update({ where: { id: idOf(yours) }, data: { content } });
    expect(await readDraft(yours)).toBeUndefined();

    content[content.length - 1] = (content.at(-1) as number) ^ 1;
    await prisma().draft.update({ where: { id: idOf(mine) }, data: { content } });
    expect(await readDraft(mine)).toBeUndefined();
  });

  test("expires 72 hours after the last answer and is then purged", async () => {
    const token = await createDraft(createEmptyDraft());
    const left = (await rowOf(token)).expiresAt.getTime() - Date.now();
    expect(left / hour).toBeCloseTo(72, 1);

    await prisma().draft.update({
      where: { id: idOf(token) },
      data: { expiresAt: new Date(Date.now() + hour) },
    });
    await changeDraft(token, (content) => content);
    expect(((await rowOf(token)).expiresAt.getTime() - Date.now()) / hour).toBeCloseTo(72, 1);

    const later = new Date(Date.now() + 73 * hour);
    expect(await purgeDrafts()).toBe(0);
    expect(await purgeDrafts(later)).toBe(1);

    const old = await createDraft(createEmptyDraft());
    await prisma().draft.update({ where: { id: idOf(old) }, data: { expiresAt: new Date() } });
    expect(await readDraft(old)).toBeUndefined();
  });

  test("is removed from the database when deleted", async () => {
    const token = await createDraft(createEmptyDraft());
    await deleteDraft(token);
    expect(await prisma().draft.count()).toBe(0);
    expect(await changeDraft(token, (content) => content)).toBeUndefined();
  });

  test("keeps concurrent changes of two tabs", async () => {
    const token = await createDraft(createEmptyDraft());
    const names = Array.from({ length: 8 }, (_, at) => `student_speciality_option${at}`);
    await Promise.all(
      names.map((name) =>
        changeDraft(token, (content) => ({ ...content, answers: { ...content.answers, [name]: 1 } })),
      ),
    );
    expect(Object.keys((await readDraft(token))?.content.answers ?? {}).sort()).toEqual(names.sort());
  });
});

describe("the keys of drafts", () => {
  const context = Buffer.from("draft");

  test("rotate: the first encrypts, all decrypt, a missing key opens nothing", () => {
    const [old, fresh] = [aKey(), aKey()];
    const sealed = encrypt("answers", context, parseKeys(old));
    expect(decrypt(sealed, context, parseKeys(`${fresh},${old}`))).toBe("answers");
    expect(decrypt(sealed, context, parseKeys(fresh))).toBeUndefined();
    const renewed = encrypt("answers", context, parseKeys(`${fresh}, ${old}`));
    expect(decrypt(renewed, context, parseKeys(fresh))).toBe("answers");
  });

  test("never produce the same ciphertext twice", () => {
    const keys = parseKeys(aKey());
    expect(encrypt("answers", context, keys).equals(encrypt("answers", context, keys))).toBe(false);
  });

  test("are refused with a wrong length, without showing them", () => {
    expect(() => parseKeys(`${aKey()},c2hvcnQ`)).toThrow(/key 2 must be 32 bytes/);
    expect(() => parseKeys("c2hvcnQ")).not.toThrow(/c2hvcnQ/);
  });

  test("are stored in DATA_DIR, readable by the owner only, when none is given", async () => {
    await createDraft(createEmptyDraft());
    const { mode } = statSync(path.join(env.DATA_DIR, "draft-keys"));
    expect(mode & 0o777).toBe(0o600);
  });
});

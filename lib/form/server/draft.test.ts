import { createHash, randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { keysFrom, seal, unseal } from "@/lib/platform/cipher";
import { env } from "@/lib/platform/env";
import { prisma } from "@/lib/platform/prisma";
import { inside } from "@/lib/platform/sandbox";
import {
  changeDraft,
  createDraft,
  type DraftContent,
  deleteDraft,
  emptyDraft,
  openDraft,
  purgeDrafts,
} from "./draft";
import { flowOf } from "./form-flow";
import { formSchool } from "./form-school";

const hour = 3_600_000;
const aKey = () => randomBytes(32).toString("base64");
const idOf = (token: string) => new Uint8Array(createHash("sha256").update(token).digest());
const withName = (name: string) => ({ ...emptyDraft(), answers: { student_name: name } });
const rowOf = (token: string) => prisma().draft.findUniqueOrThrow({ where: { id: idOf(token) } });

beforeAll(async () => {
  env.DATA_DIR = await mkdtemp(path.join(tmpdir(), "matricula-draft-"));
});

afterAll(() => rm(env.DATA_DIR, { recursive: true }));

beforeEach(async () => {
  await prisma().draft.deleteMany();
});

describe("a draft (W29)", () => {
  test("is found by its token alone, and the token is nowhere in the database", async () => {
    const token = await createDraft(withName("Ada Lovelace"));
    expect((await openDraft(token))?.content.answers).toEqual({ student_name: "Ada Lovelace" });

    const row = Buffer.from((await rowOf(token)).content).toString("latin1");
    expect(row).not.toContain("Ada");
    expect(row).not.toContain(token);
  });

  test.each(["", "short", "../../etc/passwd", "a".repeat(43), `${"a".repeat(43)}b`, undefined])(
    "is not found by %s",
    async (token) => {
      await createDraft(emptyDraft());
      expect(await openDraft(token)).toBeUndefined();
    },
  );

  test("is found in its own sandbox alone: what is begun in a sandbox is never sent live, nor the other way", async () => {
    const within = <T>(sandboxId: number, work: () => Promise<T>) => inside({ sandboxId }, work);
    const tried = await within(7, () => createDraft(withName("tried")));
    const family = await createDraft(withName("family"));
    for (const sandboxId of [0, 7, 8]) {
      const found = await within(sandboxId, () => Promise.all([openDraft(tried), openDraft(family)]));
      const names = found.map((draft) => draft?.content.answers.student_name);
      expect(names).toEqual([sandboxId === 7 ? "tried" : undefined, sandboxId === 0 ? "family" : undefined]);
      if (sandboxId === 7) continue;
      await within(sandboxId, () => deleteDraft(tried));
      expect(await within(sandboxId, () => changeDraft(tried, emptyDraft))).toBeUndefined();
    }
    expect(await within(7, () => changeDraft(tried, () => withName("again")))).toEqual(withName("again"));
    expect(await prisma().draft.count()).toBe(2);
  });

  test("that somebody tampered with, or moved to another cookie, is none", async () => {
    const [mine, yours] = [await createDraft(withName("mine")), await createDraft(withName("yours"))];
    const { content } = await rowOf(mine);
    await prisma().draft.update({ where: { id: idOf(yours) }, data: { content } });
    expect(await openDraft(yours)).toBeUndefined();

    content[content.length - 1] = (content.at(-1) as number) ^ 1;
    await prisma().draft.update({ where: { id: idOf(mine) }, data: { content } });
    expect(await openDraft(mine)).toBeUndefined();
  });

  test("lives 72 hours from the last answer, then it is not found, then it is purged", async () => {
    const token = await createDraft(emptyDraft());
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

    const old = await createDraft(emptyDraft());
    await prisma().draft.update({ where: { id: idOf(old) }, data: { expiresAt: new Date() } });
    expect(await openDraft(old)).toBeUndefined();
  });

  test("that is deleted is gone from the database", async () => {
    const token = await createDraft(emptyDraft());
    await deleteDraft(token);
    expect(await prisma().draft.count()).toBe(0);
    expect(await changeDraft(token, (content) => content)).toBeUndefined();
  });

  test("keeps what two tabs save at the same moment", async () => {
    const token = await createDraft(emptyDraft());
    const names = Array.from({ length: 8 }, (_, at) => `student_speciality_option${at}`);
    await Promise.all(
      names.map((name) =>
        changeDraft(token, (content) => ({ ...content, answers: { ...content.answers, [name]: 1 } })),
      ),
    );
    expect(Object.keys((await openDraft(token))?.content.answers ?? {}).sort()).toEqual(names.sort());
  });
});

describe("the draft's keys", () => {
  const context = Buffer.from("draft");

  test("rotate: the first encrypts, all decrypt, and without its key nothing opens", () => {
    const [old, fresh] = [aKey(), aKey()];
    const sealed = seal("answers", context, keysFrom(old));
    expect(unseal(sealed, context, keysFrom(`${fresh},${old}`))).toBe("answers");
    expect(unseal(sealed, context, keysFrom(fresh))).toBeUndefined();
    const renewed = seal("answers", context, keysFrom(`${fresh}, ${old}`));
    expect(unseal(renewed, context, keysFrom(fresh))).toBe("answers");
  });

  test("never make the same ciphertext twice", () => {
    const keys = keysFrom(aKey());
    expect(seal("answers", context, keys).equals(seal("answers", context, keys))).toBe(false);
  });

  test("of a wrong length are refused without being shown", () => {
    expect(() => keysFrom(`${aKey()},c2hvcnQ`)).toThrow(/key 2 must be 32 bytes/);
    expect(() => keysFrom("c2hvcnQ")).not.toThrow(/c2hvcnQ/);
  });

  test("are kept in DATA_DIR for nobody else to read when none is given", async () => {
    await createDraft(emptyDraft());
    const { mode } = statSync(path.join(env.DATA_DIR, "draft-keys"));
    expect(mode & 0o777).toBe(0o600);
  });
});

/** Written by the version before the form had rooms of its own, under a key of 32 sevens. */
const earlier = {
  token: "a-draft-of-the-version-before-opens-in-this",
  row: `S7BvjkxoaDOSYOaih3ekTEQI0eoGEvNKG1I2NzZDiVr0MXMy43xCMJdlVG0Vo9s2WR4imSoBSML0cQ3HP3nqbeAqR1SkXksu
    cq29CjXWAyfSqqWNIJWkUYFszdZyXqIBVGhoeqtfsSbTg5Nwib5O3Y2HtvRcdy+fXYLBMh01unxY+G0Ng2Zl1fM6OHElxhtY
    TvgDC10dwz33WI0KsaDpaw4SeACzUznMVl5hEgCaMbFNycZg2ad9h+JlSjPOU0gqiP9axh7DmLhY71ZzB3a8DfaXccH+iOwT
    jw/0RB5Ivkil3SExZO/CowUYoTO4GQ/s/8PMAqUrvUlKSb4LN4vlcFZcPMihIAeJTd1P`,
};

test("sealed by the version before, a draft opens in this one (W29)", async () => {
  const id = idOf(earlier.token);
  const key = keysFrom(Buffer.alloc(32, 7).toString("base64"));
  const content = JSON.parse(String(unseal(Buffer.from(earlier.row, "base64"), id, key))) as DraftContent;
  expect(content).toEqual({
    answers: {
      school_year_id: 26,
      student_birth_date: "1990-05-01",
      student_name: "Ada",
      student_surname: "Lovelace",
    },
    done: ["school-year", "birth-date", "student-name"],
    pending: { "student-contact": { typed: { student_phone: "600 12" } } },
  });

  const sealed = new Uint8Array(seal(JSON.stringify(content), id));
  await prisma().draft.create({ data: { id, content: sealed, expiresAt: new Date(Date.now() + hour) } });
  const flow = flowOf((await openDraft(earlier.token))?.content ?? emptyDraft(), await formSchool());
  expect(flow).toMatchObject({ branch: "adult", answers: { student_name: "Ada" } });
});

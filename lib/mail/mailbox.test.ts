import { randomUUID } from "node:crypto";
import { statSync, utimesSync, writeFileSync } from "node:fs";
import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { startJobQueue } from "@/server/jobs/job-queue";
import { startQueue, startWorkers } from "@/server/jobs/workers";
import { getProxyUrl, startFaultyProxy } from "@/test/soak/faulty-proxy";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { attemptMail, confirmAddress, enrollAndListMails, readMessage } from "@/test/support/domain/mail";
import { writeSetting } from "../school/settings";
import { purgeMailbox, readMailbox, readMailboxMessage } from "./mailbox";

await seedDemoSchool();

const findLink = (text: string) => /https?:\/\/\S+\/account-setup\/[\w-]{43}/.exec(text)?.[0];
const received = readMailboxMessage;

describe("recipients and kinds", () => {
  test("4.3-9: an adult student gets one message in the form's language", async () => {
    const body = anAdult({ student_name: "Núria" });
    const ids = await enrollAndListMails(body, "ca");
    expect(Object.keys(ids)).toEqual(["adult_student"]);
    await attemptMail(ids.adult_student as string);

    const message = await received(ids.adult_student as string);
    expect(message).toMatchObject({ to: body.student_email, locale: "ca", kind: "adult_student" });
    const { reference } = await prisma().enrollment.findFirstOrThrow({
      where: { student: { email: body.student_email } },
    });
    expect(message?.subject).toBe(`Hem rebut la teva sol·licitud (${reference})`);
    expect(message?.text).toContain("Hola, Núria:");
    expect(findLink(message?.text as string)).toContain("/ca/account-setup/");
  });

  test("4.4-11: guardian, second guardian and student each get a message", async () => {
    const body = aMinor({ guardians: 2 });
    const ids = await enrollAndListMails(body, "en");
    expect(Object.keys(ids).sort()).toEqual(["guardian", "minor_student", "second_guardian"]);
    for (const id of Object.values(ids)) await attemptMail(id);

    const messages = await Promise.all(Object.values(ids).map(received));
    expect(messages.map((message) => message?.to).sort()).toEqual(
      [body.guardian_email, body.second_guardian_email, body.student_email].sort(),
    );
    const [guardian, second, child] = ["guardian", "second_guardian", "minor_student"].map(
      (kind) => messages.find((message) => message?.kind === kind)?.text.replace(/\s+/g, " ") ?? "",
    );
    expect(guardian).toContain("Carla’s request for a place");
    expect(second).toContain("Berta has asked for a place for Carla in");
    expect(`${guardian}${second}${child}`).not.toMatch(/Soler|Vidal/);
    for (const { subject } of messages as { subject: string }[]) expect(subject).not.toMatch(/Carla|Berta/);
    expect(second).toContain("Matrícula Hello, ");
    expect(child).toContain("Hi Carla!");
    expect(new Set([guardian, second, child].map((text) => findLink(text ?? ""))).size).toBe(3);
  });
});

test("the text is rendered once and deleted after sending", async () => {
  const { adult_student: id } = (await enrollAndListMails(anAdult())) as { adult_student: string };
  expect(await attemptMail(id)).toBe("done");
  const first = await received(id);
  expect(await readMessage(id)).toMatchObject({ state: "sent", payload: null, attempts: 1 });

  expect(await attemptMail(id)).toBe("done");
  expect(await received(id)).toEqual(first);
  expect(await readMessage(id)).toMatchObject({ attempts: 1 });
});

test("a name cannot become markup or a header, or reverse the text direction", async () => {
  const { adult_student: id } = (await enrollAndListMails(
    anAdult({ student_name: "<img src=x onerror=alert(1)>\u202egnirts", student_surname: "مريم" }),
  )) as { adult_student: string };
  await confirmAddress(id);
  await attemptMail(id);
  const message = await received(id);
  expect(message?.html).not.toContain("<img");
  expect(message?.html).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(`${message?.html}${message?.text}`).not.toContain("\u202e");
  expect(message?.html).toContain(
    "\u2068<img src=x onerror=alert(1)>gnirts مريم\u2069".replace(/</g, "&lt;").replace(/>/g, "&gt;"),
  );
});

test("a subject has no line break, whatever the names are", async () => {
  await writeSetting("school_name", "Escola\r\nBcc: all@example.org");
  const { guardian: id } = (await enrollAndListMails(aMinor({ student_name: "Li\nn" }))) as {
    guardian: string;
  };
  await confirmAddress(id);
  await attemptMail(id);
  const message = await received(id);
  expect(message?.subject).toContain("Li n");
  expect(message?.subject).not.toMatch(/[\r\n]/);
  expect(message?.from).not.toMatch(/[\r\n]/);
});

test("an enrollment wakes the worker, and the mailbox never shows half a file", async () => {
  const { started, stop } = startWorkers();
  await started;
  const ids = await enrollAndListMails(aMinor({ guardians: 2 }));
  await expect
    .poll(async () => (await Promise.all(Object.values(ids).map(readMessage))).map(({ state }) => state))
    .toEqual(["sent", "sent", "sent"]);
  await stop();
  const names = await readdir(path.join(process.env.DATA_DIR as string, "mailbox"));
  expect(names.every((name) => name.endsWith(".json"))).toBe(true);
});

test("only the owner can read the mailbox folder and its messages", async () => {
  const { adult_student: id } = (await enrollAndListMails(anAdult())) as { adult_student: string };
  await attemptMail(id);
  const folder = path.join(process.env.DATA_DIR as string, "mailbox");
  const modes = [folder, path.join(folder, `${id}.json`)].map((file) => statSync(file).mode & 0o777);
  expect(modes).toEqual([0o700, 0o600]);
});

test("a worker recovers after losing all connections", async () => {
  const { started, stop } = startWorkers();
  await started;
  await getPool().query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'matricula jobs' and datname = current_database()`, // no other file's
  );
  const { adult_student: id } = (await enrollAndListMails(anAdult())) as { adult_student: string };
  await expect.poll(async () => (await readMessage(id)).state).toBe("sent");
  await stop();
});

test("after a silent loss of the jobs' connections, e-mails are sent over new ones", async () => {
  const directUrl = env.DATABASE_URL as string;
  const proxy = await startFaultyProxy(() => Number(new URL(directUrl).port));
  env.DATABASE_URL = getProxyUrl(directUrl, proxy);
  const boss = await startJobQueue({ timeoutMs: 1_000 });
  env.DATABASE_URL = directUrl;
  await startQueue(boss, "mail", new AbortController().signal);
  proxy.swallow();
  const { adult_student: id } = (await enrollAndListMails(anAdult())) as { adult_student: string };
  await expect.poll(async () => (await readMessage(id)).state).toBe("sent");
  proxy.reset(); // otherwise closing a dead connection waits
  await boss.stop({ graceful: true });
  proxy.close();
});

describe("a mailbox of many messages", () => {
  const mailboxFolder = path.join(process.env.DATA_DIR as string, "mailbox");
  const now = new Date("2026-11-21T12:00:00Z");

  /** Writes mailbox files, one a minute back from now. Returns their ids, newest first. */
  async function fillMailbox(count: number) {
    await rm(mailboxFolder, { recursive: true, force: true });
    await mkdir(mailboxFolder, { recursive: true });
    const ids = Array.from({ length: count }, () => randomUUID());
    for (const [place, id] of ids.entries()) {
      const file = path.join(mailboxFolder, `${id}.json`);
      writeFileSync(file, JSON.stringify({ id }));
      utimesSync(file, now, now.getTime() / 1000 - 60 * place);
    }
    return ids;
  }

  test("is displayed in pages, newest first, without reading other files", async () => {
    const ids = await fillMailbox(120);
    await writeFile(path.join(mailboxFolder, `${ids[119]}.json`), "no JSON: to read it fails");
    await utimes(path.join(mailboxFolder, `${ids[119]}.json`), now, now.getTime() / 1000 - 60 * 119);
    const [first, second] = [await readMailbox(1, 50), await readMailbox(2, 50)];
    expect(first.messages.map(({ id }) => id)).toEqual(ids.slice(0, 50));
    expect(second.messages.map(({ id }) => id)).toEqual(ids.slice(50, 100));
    expect([first.count, (await readMailbox(4, 50)).messages]).toEqual([120, []]);
    await expect(readMailbox(3, 50)).rejects.toThrow();
  });

  test("keeps thirty days and the newest 5,000", async () => {
    const ids = await fillMailbox(5_002);
    expect(await purgeMailbox(now)).toBe(2);
    expect((await readdir(mailboxFolder)).sort()).toEqual(
      ids
        .slice(0, 5_000)
        .map((id) => `${id}.json`)
        .sort(),
    );

    const setDaysAgo = (id: string | undefined, days: number) =>
      utimes(path.join(mailboxFolder, `${id}.json`), now, now.getTime() / 1000 - days * 24 * 3600);
    await setDaysAgo(ids[0], 31);
    await setDaysAgo(ids[1], 29);
    expect(await purgeMailbox(now)).toBe(1);
    expect(await readdir(mailboxFolder)).not.toContain(`${ids[0]}.json`);
  });
});

import { beforeAll, expect, test } from "vitest";
import { registerMailMetrics } from "@/lib/mail/worker";
import { prisma } from "@/lib/platform/database/prisma";
import { registry } from "@/lib/platform/metrics";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anAdult } from "@/test/support/data/factories";
import { attemptMail, enrollAndListMails, readMessage } from "@/test/support/domain/mail";
import { runInProcess } from "@/test/support/processes/command";
import * as commands from "./mail";

beforeAll(seedDemoSchool);

const mail = (...args: string[]) => runInProcess(commands.mail, ...args);

test("desk 31: the school lists, shows and resends messages, and gives a bounced person another address", async () => {
  const body = anAdult();
  const { adult_student: id } = (await enrollAndListMails(body)) as { adult_student: string };
  await attemptMail(id);
  await prisma().mailMessage.update({ where: { id }, data: { state: "bounced", bouncedAt: new Date() } });
  await prisma().mailSuppression.create({ data: { emailKey: body.student_email, reason: "bounced" } });
  await prisma().mailMessage.update({ where: { id }, data: { tells: { reader: "student" } } });
  await enrollAndListMails(anAdult());

  expect((await mail("list")).stdout.trim().split("\n")).toHaveLength(2);
  const failed = (await mail("list", "--failed")).stdout;
  expect(failed).toMatch(
    new RegExp(`^${id} .* bounced +adult_student +es +\\w{8} +Ada Puig Serra +${body.student_email}\\n$`),
  );
  const shown = (await mail("show", id)).stdout;
  expect(shown).toContain(body.student_email);
  expect(shown).toMatch(/^tells +\{"reader":"student"\}$/m);
  expect(shown).toContain("Nothing more goes to this address: bounced");
  expect(shown).not.toContain("account-setup");

  const refused = await mail("resend", id);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("nothing more goes there");
  expect((await mail("address", id, "not an address")).code).toBe(1);
  expect((await mail("address", id, `new.${body.student_email}`)).code).toBe(0);
  const resent = await mail("resend", id);
  expect(resent.stdout).toMatch(/^Queued as [\da-f-]{36}\.\n$/);
  expect((await readMessage(resent.stdout.slice(10, 46))).state).toBe("queued");
  const entries = await prisma().auditEntry.findMany({
    where: { actorKind: "command" },
    orderBy: { id: "asc" },
    select: { action: true, objectId: true, values: { select: { name: true, old: true, new: true } } },
  });
  const { personId: objectId } = await prisma().mailMessage.findUniqueOrThrow({ where: { id } });
  const email = { name: "email", old: body.student_email, new: `new.${body.student_email}` };
  expect(entries).toEqual([
    { action: "address_corrected", objectId, values: [email] },
    { action: "sent_again", objectId, values: [] },
  ]);

  expect((await mail("show", "nothing")).stderr).toContain("is no message's ID");
  expect((await mail("resend", crypto.randomUUID())).stderr).toContain("There is no message");
});

test("the school finds messages by words of a name, an address or a reference", async () => {
  const body = anAdult({ student_name: "Zoila", student_surname: "Quesada Ibáñez" });
  const { adult_student: id } = (await enrollAndListMails(body)) as { adult_student: string };
  const search = async (...terms: string[]) =>
    (JSON.parse((await mail("list", "--json", "--search", ...terms)).stdout) as { id: string }[]).map(
      (row) => row.id,
    );
  const [row] = JSON.parse((await mail("list", "--json", "--search", "zoila ibáñez")).stdout);
  expect(row).toMatchObject({ id, person: { name: "Zoila", email: body.student_email } });
  expect(await search(row.enrollment.reference.toLowerCase())).toEqual([id]);
  expect(await search(body.student_email.toUpperCase())).toEqual([id]);
  expect(await search("zoila nobody")).toEqual([]);
  expect((await mail("list", "--search", "zoila nobody")).stdout).toBe("No messages.\n");
});

test("`mail resend --failed` resends every failed one once", async () => {
  const ids = [];
  for (let index = 0; index < 2; index++)
    ids.push((await enrollAndListMails(anAdult())).adult_student as string);
  await prisma().mailMessage.updateMany({ where: { id: { in: ids } }, data: { state: "failed" } });
  expect((await mail("resend", "--failed")).stdout).toBe("Queued 2 messages again.\n");
  expect((await mail("resend", "--failed")).stdout).toBe("Queued 0 messages again.\n");
  expect((await mail("resend", "--failed", ids[0] as string)).stderr).toContain(
    "Use either an ID or --failed.",
  );
  expect((await mail("resend")).stderr).toContain("ID is missing.");
});

test("/metrics reports the number and age of queued messages, and the others by state", async () => {
  registerMailMetrics();
  const metrics = await registry.metrics();
  expect(metrics).toMatch(/^matricula_mail_messages\{state="queued"\} \d+$/m);
  expect(metrics).toMatch(/^matricula_mail_messages\{state="bounced"\} 1$/m);
  expect(metrics).toMatch(/^matricula_mail_oldest_queued_seconds [\d.]+$/m);
});

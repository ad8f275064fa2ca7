import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { getTerms } from "@/lib/enrollment/terms";
import { readMailboxMessage } from "@/lib/mail/mailbox";
import { signInByDraftLink } from "@/lib/people/accounts/links/verbs";
import { findSessionPerson, findSetupPerson } from "@/lib/people/accounts/sessions";
import { setPassword } from "@/lib/people/accounts/verbs";
import { prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { withSandbox } from "@/lib/platform/sandbox";
import { getOfferTime, offerDraft, takeOfferedDraft, takeOwnDraft } from "@/lib/wizard/account/verbs";
import { changeDraft, createDraft, type Draft, deleteDraft, readDraft } from "@/lib/wizard/drafts/writes";
import { sendDraft } from "@/lib/wizard/send/verbs";
import { listStepFields, listSteps } from "@/lib/wizard/steps";
import type { Answers } from "@/lib/wizard/types";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult, anEmail } from "@/test/support/data/factories";
import { attemptMail, enrollAndListMails } from "@/test/support/domain/mail";

env.DRAFT_KEYS = randomBytes(32).toString("base64");
env.formMinimumMs = 0;
await seedDemoSchool();
beforeEach(async () => {
  await prisma().accountLimit.deleteMany();
});

const now = new Date();
const PASSWORD = { password: "tren limón martes botella", name: "", surname: "" };

/** Somebody whom the school knows, with a password or none yet. */
async function aKnownGuardian({ account = true } = {}) {
  const body = aMinor({ guardians: 2 });
  const { guardian: messageId } = await enrollAndListMails(body);
  const { id } = await prisma().person.findFirstOrThrow({ where: { email: body.guardian_email } });
  if (account) await setPassword(await tokenOf(String(messageId)), PASSWORD, now);
  return { id, body };
}

async function tokenOf(messageId: string): Promise<string> {
  await attemptMail(messageId, { now });
  const text = (await readMailboxMessage(messageId))?.text ?? "";
  return /account-setup\/([\w-]{43})/.exec(text)?.[1] as string;
}

/** A draft for another child, as a family fills it in that is not signed in. */
async function aDraft(changes: Answers = {}) {
  const { terms_and_conditions, ...minor } = aMinor();
  const answers: Answers = { ...minor, has_student_email: "yes", has_second_guardian: "no", ...changes };
  return draftOf(answers);
}

async function draftOf(answers: Answers) {
  const steps = listSteps({ answers, today: new Date().toISOString().slice(0, 10), severalYears: true });
  const done = steps.flatMap(listStepFields);
  const token = await createDraft({ answers, done });
  return { token, draft: (await readDraft(token)) as Draft };
}

const offers = (personId: string) =>
  prisma().mailMessage.findMany({ where: { personId, kind: "continue_draft" }, select: { id: true } });

/** The link of the last message to somebody, and what pressing it gives. */
async function theLink(personId: string) {
  const [message] = await offers(personId);
  return tokenOf(message?.id as string);
}
async function press(link: string) {
  let draft: string | undefined;
  const result = await signInByDraftLink(link, now, async (tx, personId) => {
    draft = await takeOfferedDraft(tx, personId);
  });
  return { result, draft };
}

test("families 7: the owner of the address takes the draft; the browser that started it loses access", async () => {
  const { id, body } = await aKnownGuardian();
  const { token, draft } = await aDraft({ guardian_email: body.guardian_email.toUpperCase() });
  const { url: termsUrl } = await getTerms("en");
  const sending = { accepted: true, termsUrl, address: "203.0.113.9", locale: "en" as const };
  expect(await sendDraft(draft, sending)).toEqual({ refusal: "duplicate" });
  await offerDraft(draft.id);

  const link = await theLink(id);
  for (const _ of [1, 2]) expect(await findSetupPerson(link, now)).toMatchObject({ id, continues: true });
  expect(await readDraft(token)).toBeDefined(); // looked at, not pressed

  const { result, draft: moved } = await press(link);
  expect(result && (await findSessionPerson(result.token, now))).toBe(id);
  expect((await readDraft(moved))?.content.answers).toEqual(draft.content.answers);
  expect(await readDraft(token)).toBeUndefined();

  expect(await press(link)).toEqual({ result: undefined, draft: undefined }); // and not a second time
  expect(await readDraft(moved)).toBeDefined();
});

test("families 7: of two concurrent requests one takes the draft", async () => {
  const { id, body } = await aKnownGuardian();
  await offerDraft((await aDraft({ guardian_email: body.guardian_email })).draft.id);
  const link = await theLink(id);
  const pressed = await Promise.all([press(link), press(link)]);
  expect(pressed.filter(({ draft }) => draft !== undefined)).toHaveLength(1);
  expect(pressed.filter(({ result }) => result)).toHaveLength(1);
});

test("families 7: sends one message for many refusals; its link takes the last draft", async () => {
  const { id, body } = await aKnownGuardian();
  const first = await aDraft({ guardian_email: body.guardian_email });
  for (let at = 0; at < 100; at++) await offerDraft(first.draft.id);
  await deleteDraft(first.token);
  const last = await aDraft({ guardian_email: body.guardian_email, student_name: "Laia" });
  await offerDraft(last.draft.id);

  expect(await offers(id)).toHaveLength(1);
  expect(await getOfferTime(id)).toBeInstanceOf(Date);
  const { draft } = await press(await theLink(id));
  expect((await readDraft(draft))?.content.answers.student_name).toBe("Laia");
});

test("families 7: after the link was used, a further draft is offered in the account", async () => {
  const { id, body } = await aKnownGuardian();
  await offerDraft((await aDraft({ guardian_email: body.guardian_email })).draft.id);
  await press(await theLink(id));
  expect(await getOfferTime(id)).toBeUndefined(); // it is theirs by now

  const again = await aDraft({ guardian_email: body.guardian_email, student_name: "Laia" });
  await offerDraft(again.draft.id);
  expect(await offers(id)).toHaveLength(1); // one message an hour
  expect(await getOfferTime(id)).toBeInstanceOf(Date);
  expect(await withSandbox({ sandboxId: 7 }, () => getOfferTime(id))).toBeUndefined();
  const taken = await takeOwnDraft(id);
  expect((await readDraft(taken))?.content).toMatchObject({ by: id, answers: { student_name: "Laia" } });
  expect(await readDraft(again.token)).toBeUndefined();
  expect(await getOfferTime(id)).toBeUndefined();
});

test("families 7, integrators 14: a link is invalid in another sandbox", async () => {
  const { id, body } = await aKnownGuardian();
  const { token, draft } = await aDraft({ guardian_email: body.guardian_email });
  await offerDraft(draft.id);
  const link = await theLink(id);
  const elsewhere = await withSandbox({ sandboxId: 7 }, () => press(link));
  expect(elsewhere.result).toBeUndefined();
  expect(elsewhere.draft).toBeUndefined();
  expect(await readDraft(token)).toBeDefined();
  expect(await press(link)).toMatchObject({ result: { token: expect.any(String) } });
});

test("families 7, 38: without a password, the link continues all the same, or sets one first", async () => {
  for (const password of [false, true]) {
    const { id, body } = await aKnownGuardian({ account: false });
    const { draft: offered } = await aDraft({ guardian_email: body.guardian_email });
    await offerDraft(offered.id);
    const link = await theLink(id);
    let draft: string | undefined;
    const result = password
      ? await setPassword(link, PASSWORD, now, {
          writeAlso: async (tx, person) => {
            draft = await takeOfferedDraft(tx, person.id);
          },
        })
      : await press(link).then((pressed) => {
          draft = pressed.draft;
          return pressed.result;
        });
    expect(result).toHaveProperty("token");
    expect(await readDraft(draft)).toBeDefined();
    expect(await prisma().account.findUnique({ where: { personId: id } })).toMatchObject({
      hasPassword: password,
    });
  }
});

test("families 7, 17: who is known by address only enters a name first", async () => {
  const { body } = await aKnownGuardian({ account: false });
  const { id } = await prisma().person.findFirstOrThrow({ where: { email: body.second_guardian_email } });
  await offerDraft((await aDraft({ guardian_email: body.second_guardian_email })).draft.id);
  const link = await theLink(id);
  expect(await press(link)).toEqual({ result: undefined, draft: undefined });
  expect(await findSetupPerson(link, now)).toMatchObject({ id });
});

test("families 7: the link only signs in when the draft is gone, sent or has another address", async () => {
  const gone: Record<string, (token: string) => Promise<unknown>> = {
    deleted: deleteDraft,
    expired: () => prisma().draft.updateMany({ data: { expiresAt: now } }),
    sent: (token) =>
      changeDraft(token, (content) => ({ ...content, sent: { reference: "K7M3QRWX", recipients: [] } })),
    "of somebody else by now": (token) =>
      changeDraft(token, (content) => ({
        ...content,
        answers: { ...content.answers, guardian_email: anEmail() },
      })),
  };
  for (const [what, happens] of Object.entries(gone)) {
    const { id, body } = await aKnownGuardian();
    const { token, draft } = await aDraft({ guardian_email: body.guardian_email });
    await offerDraft(draft.id);
    const link = await theLink(id);
    await happens(token);
    const pressed = await press(link);
    expect({ what, ...pressed }).toMatchObject({
      what,
      draft: undefined,
      result: { token: expect.any(String) },
    });
  }
});

test("families 7: sends the offer only to the person who fills in, not to a child, a second guardian or a document's owner", async () => {
  const { body } = await aKnownGuardian();
  const before = await prisma().mailMessage.count();
  const drafts: Answers[] = [
    { guardian_document: body.guardian_document },
    { student_email: body.student_email },
    { has_second_guardian: "yes", second_guardian_email: body.guardian_email },
    { guardian_email: body.student_email }, // who is under age enrolls nobody
    { guardian_email: anEmail() },
  ];
  for (const answers of drafts) await offerDraft((await aDraft(answers)).draft.id);
  await offerDraft(randomBytes(32));
  expect(await prisma().mailMessage.count()).toBe(before);

  const { terms_and_conditions, ...adult } = anAdult({ student_email: body.guardian_email });
  await offerDraft((await draftOf(adult)).draft.id);
  expect(await prisma().mailMessage.count()).toBe(before + 1); // a guardian who enrolls as an adult
});

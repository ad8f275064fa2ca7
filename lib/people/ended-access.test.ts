import { describe, expect, test } from "vitest";
import { confirmEmailChange } from "@/lib/family/email/verbs";
import type { MailKind } from "@/lib/mail/mail-kinds";
import { prepareMessage } from "@/lib/mail/prepare-message";
import { changeEmail, enqueueMessage, sendEmailConfirmation } from "@/lib/mail/writes";
import { findSignInLink } from "@/lib/people/accounts/links/verbs";
import { changeStaffPassword, signInStaff } from "@/lib/people/staff/sign-in/verbs";
import { prisma } from "@/lib/platform/database/prisma";
import { erasePerson } from "@/lib/privacy/verbs";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anEmail } from "@/test/support/data/factories";
import { aFamily } from "@/test/support/data/families";
import { aMember, commandActor, getLinkToken } from "@/test/support/domain/staff";
import { STAFF_PASSWORD } from "@/test/support/domain/totp";
import {
  createSession,
  endOtherSessions,
  findSessionPerson,
  findSetupPerson,
  isKnownDevice,
} from "./accounts/sessions";
import { changeAccountPassword, setPassword } from "./accounts/verbs";
import { findDeviceMember, openStaffSession } from "./staff/devices";
import { consumeRecoveryCode, createRecoveryCodes } from "./staff/recovery-codes";
import { readStaffSession } from "./staff/sessions";
import { acceptInvitation, findInvitation, inviteMember, removeMember, resetFactor } from "./staff/verbs";

// Every event ends every kind of access that was created before it.
const now = new Date();
const PASSWORD = "nube silla catorce farol";
const OTHER = "tren violeta dieciocho mesa";
await seedDemoSchool();

type CheckAccess = () => Promise<boolean>;
const listPairs = (events: object, accesses: object) =>
  Object.keys(events).flatMap((event) => Object.keys(accesses).map((access) => [event, access] as const));
const isFound = async (result: Promise<unknown>) => (await result) !== undefined;

/** A mail with a link, as it was written; later: as it waits to be. */
async function queued(personId: string, kind: MailKind) {
  return prisma().$transaction((tx) => enqueueMessage(tx, { kind, personId, locale: "es" }));
}
async function tokenIn(id: string): Promise<string> {
  const { payload } = (await prepareMessage(id, now)) ?? {};
  return /\/([\w-]{43})\b/.exec(payload?.text ?? "")?.[1] ?? "";
}
const links = {
  sign_in_link: findSignInLink,
  continue_draft: findSetupPerson,
  password_reset: findSetupPerson,
} as const;

describe("a family's account", () => {
  const accesses: Record<string, (personId: string) => Promise<CheckAccess>> = {
    "a session": async (personId) => {
      const { token } = await createSession(prisma(), personId, now);
      return () => isFound(findSessionPerson(token, now));
    },
    "a known browser": async (personId) => {
      const { device } = await createSession(prisma(), personId, now);
      const { emailKey } = await prisma().person.findUniqueOrThrow({ where: { id: personId } });
      return async () => isKnownDevice(device, emailKey, now);
    },
  };
  for (const [kind, find] of Object.entries(links)) {
    accesses[`the link of ${kind}`] = async (personId) => {
      const token = await tokenIn(await queued(personId, kind as MailKind));
      expect(await find(token, now)).toBeDefined();
      return () => isFound(find(token, now));
    };
    accesses[`the link of ${kind} that waits to be written`] = async (personId) => {
      const id = await queued(personId, kind as MailKind);
      return async () => isFound(find(await tokenIn(id), now));
    };
  }

  const events: Record<string, (personId: string) => Promise<unknown>> = {
    "a password by a link": async (personId) => {
      const reset = await tokenIn(await queued(personId, "password_reset"));
      // This link replaces the one whose access is tested.
      return setPassword(reset, { password: OTHER, name: "", surname: "" }, now);
    },
    "another password": (personId) =>
      changeAccountPassword(personId, { current: PASSWORD, password: OTHER, address: anEmail("a") }, now),
    "an address that the desk corrects": (personId) =>
      prisma().$transaction((tx) => changeEmail(tx, personId, anEmail("corrected"), now)),
    "an address that they confirm": async (personId) => {
      await prisma().$transaction((tx) => sendEmailConfirmation(tx, personId, anEmail("wished"), now));
      const { id } = await prisma().mailMessage.findFirstOrThrow({
        where: { personId, kind: "confirm_email", state: "queued" },
      });
      expect(await confirmEmailChange(await tokenIn(id), now)).toBe("changed");
    },
    "a lost device": async (personId) => {
      const { token } = await createSession(prisma(), personId, now);
      await endOtherSessions(personId, token, now);
      expect(await findSessionPerson(token, now), "the browser that ends the others stays").toBe(personId);
    },
    "an erasure": (personId) => erasePerson(personId, { actor: { kind: "system" }, withChildren: true, now }),
  };

  test.each(listPairs(events, accesses))("%s ends %s", async (event, access) => {
    const { first } = await aFamily();
    const setup = await prisma().mailMessage.findFirstOrThrow({ where: { personId: first } });
    await setPassword(await tokenIn(setup.id), { password: PASSWORD, name: "", surname: "" }, now);
    const isOpen = await accesses[access]?.(first);
    await events[event]?.(first);
    // After another address a copy of a queued message goes there; this one is never written.
    expect(await isOpen?.()).toBe(false);
  });
});

describe("a member of the desk", () => {
  const session = async (id: string) => {
    const { email } = await prisma().staffMember.findUniqueOrThrow({ where: { id } });
    const password = STAFF_PASSWORD;
    const signedIn = await signInStaff({ email, password, address: anEmail("a"), userAgent: "" }, now);
    return "token" in signedIn ? signedIn.token : "";
  };
  const accesses: Record<string, (id: string) => Promise<CheckAccess>> = {
    "a session": async (id) => {
      const token = await session(id);
      expect(await readStaffSession(token, now)).toBeDefined();
      return () => isFound(readStaffSession(token, now));
    },
    "the link of a mail": async (id) => {
      const { email } = await prisma().staffMember.findUniqueOrThrow({ where: { id } });
      const url = await inviteMember({ email, role: "reader", locale: "es" }, { kind: "command" }, now);
      const token = url.slice(url.lastIndexOf("/") + 1);
      return () => isFound(findInvitation(token, now));
    },
    "a known browser": async (id) => {
      const device = await openStaffSession(await session(id), id, undefined, now);
      expect(await findDeviceMember(device)).toBe(id);
      return () => isFound(findDeviceMember(device));
    },
    "a recovery code": async (id) => {
      const [code = ""] = await prisma().$transaction((tx) => createRecoveryCodes(tx, id));
      return () => prisma().$transaction((tx) => consumeRecoveryCode(tx, id, code));
    },
  };
  const events: Record<string, (id: string, email: string) => Promise<unknown>> = {
    "a password by a link": async (_, email) => {
      const link = await inviteMember({ email, role: "secretary", locale: "es" }, commandActor, now);
      await acceptInvitation(getLinkToken(link), { name: "Marta", password: OTHER }, now);
    },
    "another password": async (id) => {
      const own = await readStaffSession(await session(id), now);
      if (!own) throw new Error("There is no session.");
      await changeStaffPassword(own, { current: STAFF_PASSWORD, password: OTHER }, now);
    },
    "a lost phone": (id) => resetFactor({ member: id }, commandActor, now),
    "a removal": (id) => removeMember({ member: id }, commandActor, now),
  };
  test.each(listPairs(events, accesses))("%s ends %s", async (event, access) => {
    const { id, email } = await aMember("secretary", now);
    const isOpen = await accesses[access]?.(id);
    await events[event]?.(id, email);
    // A recovery code stands in for the phone, which a password does not replace: alone it opens nothing.
    expect(await isOpen?.()).toBe(access === "a recovery code" && event.includes("password"));
  });
});

import { expect, test } from "vitest";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { listRequests } from "@/lib/desk/data/verbs";
import { prepareMessage } from "@/lib/mail/prepare-message";
import { prisma } from "@/lib/platform/database/prisma";
import { aFamily } from "@/test/support/data/families";
import { createStaffActor, getCurrentYear } from "@/test/support/domain/decisions";
import { previewOwnErasure } from "./queries";
import { listOpenRequests, requestErasure, withdrawErasureRequest } from "./verbs";

const year = await getCurrentYear();

const now = new Date();

test("families 20: before a request for erasure the page names the people and the places that end", async () => {
  const { reference, first, child } = await aFamily();
  await decideAndNotify(
    { reference, to: "accepted", specialityId: year.piano, tell: "now" },
    createStaffActor("secretary"),
    new Date(),
  );
  expect(await previewOwnErasure(first, now)).toEqual({
    people: ["Berta Roca Vidal", "Carla Soler Roca"],
    ends: [{ reference, student: "Carla Soler Roca", year: expect.any(String), state: "accepted" }],
  });
  expect((await previewOwnErasure(child, now))?.people).toEqual(["Carla Soler Roca"]);
});

test("families 20: a request for erasure is confirmed by mail once, and can be cancelled until the desk acts", async () => {
  const { first } = await aFamily();
  await Promise.all([requestErasure(first, "ca", now), requestErasure(first, "ca", now)]);
  const mails = await prisma().mailMessage.findMany({ where: { personId: first, kind: "erasure_asked" } });
  expect(mails).toHaveLength(1);
  const text = (await prepareMessage(String(mails[0]?.id), now))?.payload.text;
  expect(text).toContain("pots retirar la petició al teu compte");
  expect(text).toContain("/ca/account");

  const listed = async () => (await listRequests(createStaffActor("admin"))).map(({ personId }) => personId);
  expect(await listed()).toContain(first);
  expect(await withdrawErasureRequest(first, now)).toBe(true);
  expect(await listed()).not.toContain(first);
  expect(await listOpenRequests(first)).toEqual([]);
  expect(await withdrawErasureRequest(first, now)).toBe(false);
});

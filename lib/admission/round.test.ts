import { createHash, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Decision } from "@/generated/prisma/client";
import { listChangesAfterProvisional, moveEntry, previewMove, undoMove } from "@/lib/admission/moves/verbs";
import { notifyDecision, notifyDue } from "@/lib/decisions/notifications/verbs";
import { setLimits } from "@/lib/decisions/places/verbs";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { type EnrollmentPart, readPartForDesk } from "@/lib/desk/correction/queries";
import { correctAnswers } from "@/lib/desk/correction/verbs";
import { type OwnRound, readOwnRound } from "@/lib/family/round/queries";
import { claimAsFamily, objectAsFamily } from "@/lib/family/round/verbs";
import { changeOwnChoices } from "@/lib/family/verbs";
import type { Actor } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toDay } from "@/lib/platform/dates";
import { LIVE, withSandbox } from "@/lib/platform/sandbox";
import { collectPersonalData } from "@/lib/privacy/data-copy/queries";
import { aMinor } from "@/test/support/data/factories";
import { aFamily, markGuardianConfirmed } from "@/test/support/data/families";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  readStatus,
} from "@/test/support/domain/decisions";
import { getPublishedName, parsePublishedList, readBoard, readFinalBoard } from "./board/queries";
import { closeRound, publishFinal, publishProvisional, revertRound } from "./board/verbs";
import { claimColumns, getClaimVersion } from "./claims/queries";
import { answerObjection, checkClaim } from "./claims/verbs";
import { readFreezeEntries, readRoundLimits } from "./draw/queries";
import { enterDrawNumber, freezeRound, previewFreeze, voidDraw } from "./draw/verbs";
import { parseListFile } from "./draw-order";
import { openRound, planRound } from "./plan/verbs";
import { listAnnouncedRounds, readPublicList, readPublicRound } from "./queries";
import { findRound } from "./round";
import { purgeRounds } from "./worker";

const CODE = "2026-mayo";
const head = createStaffActor("head");
const other = { ...createStaffActor("secretary"), id: randomUUID() } as Actor;

const round = async () => {
  const found = await findRound(CODE);
  if (!found) throw new Error("no round");
  return found;
};
const shown = async () => ({ code: CODE, version: (await round()).version });
const getSender = async (reference: string) => {
  const { studentId } = await readStatus(reference);
  return (await prisma().guardianship.findFirstOrThrow({ where: { studentId, position: 1 } })).guardianId;
};

const criterion = (code: string, points: number, more = {}) =>
  ({ code, es: code, ca: code, en: code, points, source: "claimed", ...more }) as const;

const year = await getCurrentYear();
const { piano, violin, viola } = year;
const limit = (specialityId: number, places: number) => ({ specialityId, syllabusId: null, places });
await setLimits(
  { schoolYearId: year.year, limits: [limit(piano, 3), limit(violin, 2), limit(viola, 1)] },
  head,
);
const wishes = { student_speciality_option1: piano, student_speciality_option2: violin };
const family = await aFamily(wishes);
await markGuardianConfirmed(family.second);
const references = [family.reference];
for (let index = 1; index < 9; index++) references.push(await createEnrollment(aMinor(wishes)));
references.push(await createEnrollment(aMinor())); // without a choice
await planRound(
  {
    round: CODE,
    year: year.year,
    name: "Convocatoria de mayo",
    answerBy: "2099-07-12",
    criteria: [
      criterion("resident", 3),
      criterion("large_family", 1, { group: "family" }),
      criterion("special_family", 2, { group: "family" }),
      criterion("level", 5, { source: "mark" }),
      criterion("share", 0, { source: "shares" }),
    ],
  },
  head,
);

/** An independent calculation from public data: the frozen file, the number and the choices. */
function byHand(list: string, number: string, free: number[]) {
  const hash = (reference: string) =>
    createHash("sha256").update(`${CODE}:${number}:${reference}`).digest("hex");
  const order = parseListFile(list)
    .map((line) => ({ ...line, hash: hash(line.reference) }))
    .sort((a, b) => b.total - a.total || (a.hash < b.hash ? -1 : 1));
  const left = [...free];
  return order.map(({ reference }) => {
    const index = left.findIndex((count) => count > 0);
    if (index !== -1) left[index] = (left[index] as number) - 1;
    return [reference, [year.piano, year.violin][index] ?? null];
  });
}

describe("a round from its plan to its final list (admission 1 to 6)", () => {
  test("2: families claim criteria of an open round, one of a group counts, the office checks them, unchecked ones count nothing", async () => {
    await expect(openRound({ code: CODE, version: 7 }, head)).rejects.toThrow("round_changed");
    await openRound(await shown(), head);
    const claim = async (reference: string, codes: string[]) => {
      const sender = await getSender(reference);
      await claimAsFamily(sender, reference, codes, new Date());
      const own = await readOwnRound(sender, reference, new Date());
      return own?.claims.flatMap(({ criterion, state }) => (state ? [criterion.code] : []));
    };
    const [first, second, third] = references as [string, string, string];
    expect(await claim(first, ["resident", "large_family", "special_family", "unknown"])).toEqual([
      "resident",
      "large_family",
      "special_family",
    ]);
    await claim(second, ["resident"]);
    await claim(third, ["resident"]);
    expect(await claim(third, [])).toEqual([]);
    const { first: sender, second: guardian } = family;
    await expect(claimAsFamily(guardian, first, [], new Date())).rejects.toMatchObject({
      code: "not_their_own",
    });
    await checkClaim({ reference: second, criterion: "large_family", state: "refused" }, other);
    expect(await claim(second, ["resident"])).toEqual(["resident", "large_family"]); // the refused claim stays
    expect(await readOwnRound(sender, first, new Date())).toMatchObject({ canClaim: true, entry: undefined });
    expect(await readOwnRound(guardian, first, new Date())).toMatchObject({ canClaim: false, claims: [] });
    for (const code of ["resident", "large_family", "special_family"])
      await checkClaim({ reference: first, criterion: code, state: "checked" }, other);
    await checkClaim({ reference: third, criterion: "level", state: "checked", mark: 4 }, other);
    await expect(
      checkClaim({ reference: third, criterion: "level", state: "checked", mark: 6 }, other),
    ).rejects.toThrow("mark: invalid");
    await expect(
      checkClaim({ reference: third, criterion: "level", state: "checked" }, other),
    ).rejects.toThrow("mark: invalid");
    // All ten have the same name and birth date; one of them is another person.
    const { studentId } = await readStatus(references[8] as string);
    await prisma().person.update({
      where: { id: studentId },
      data: { surname: "Bosch" },
      select: { id: true },
    });
    const { pendingClaims, duplicates, withoutChoice, participants } = await previewFreeze(
      head,
      await round(),
    );
    const entries = await readFreezeEntries(
      prisma(),
      await round(),
      await readRoundLimits(prisma(), await round()),
    );
    expect(participants.map(({ reference }) => reference)).toEqual(entries.map(({ reference }) => reference));
    expect(Object.fromEntries(entries.map(({ reference, points }) => [reference, points]))).toMatchObject({
      [first]: 5, // resident 3, and the higher claim of the group 2
      [second]: 0,
      [third]: 4,
    });
    expect(pendingClaims).toBe(1);
    expect(duplicates).toBe(9);
    expect(withoutChoice.map(({ reference, reason }) => [reference, reason])).toEqual([
      [references[9], "no_choice"],
    ]);
  });

  test("2, desk 12: a check from a page that is out of date writes nothing and names the result and its author; a correction does", async () => {
    const [, , third, fourth] = references as [string, string, string, string];
    const member = {
      email: "pi@school.example",
      emailKey: "pi@school.example",
      role: "secretary",
      locale: "es",
    } as const;
    const { id } = await prisma().staffMember.create({
      data: { id: randomUUID(), name: "Rosa Pi", ...member },
    });
    const rosa = { ...createStaffActor("secretary"), id } as Actor;
    const read = () =>
      prisma().merit.findFirst({
        where: { enrollment: { reference: fourth }, criterion: { code: "resident" } },
        select: claimColumns,
      });
    const countEntries = () => prisma().auditEntry.count({ where: { action: "merit_checked" } });
    const claim = { reference: fourth, criterion: "resident" };
    await claimAsFamily(await getSender(fourth), fourth, ["resident"], new Date());
    const was = getClaimVersion(await read());
    await checkClaim({ ...claim, state: "checked", was }, rosa);
    await checkClaim(
      { reference: fourth, criterion: "level", state: "checked", mark: 1, was: "none" },
      other,
    );
    const checked = await read();
    const entries = await countEntries();
    await expect(checkClaim({ ...claim, state: "refused", was }, other)).rejects.toMatchObject({
      now: getClaimVersion(checked),
      by: { name: "Rosa Pi" }, // of this claim, not of the other one that was checked later
      values: { state: "checked", mark: "none" },
    });
    expect([await read(), await countEntries()]).toEqual([checked, entries]);

    // Two at once, both from a current page.
    const results = await Promise.allSettled(
      [rosa, other].map((actor) =>
        checkClaim({ ...claim, state: "refused", was: getClaimVersion(checked) }, actor),
      ),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await countEntries()).toBe(entries + 1);
    const scores = await Promise.allSettled(
      [2, 3].map((mark) =>
        checkClaim(
          { reference: third, criterion: "large_family", state: "checked", was: "none" },
          mark === 2 ? rosa : other,
        ),
      ),
    );
    expect(scores.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await prisma().merit.deleteMany({
      where: {
        OR: [
          { enrollment: { reference: fourth } },
          { criterion: { code: "large_family" }, enrollment: { reference: third } },
        ],
      },
    });
    await prisma().staffMember.delete({ where: { id }, select: { id: true } });
  });

  test("10: during a round only the head accepts outside of it, with a reason; the round's page counts them", async () => {
    const reference = await createEnrollment(aMinor({ student_speciality_option1: year.viola }));
    const accept = (by: Actor, input = {}) =>
      decideAndNotify({ reference, to: "accepted", ...input, tell: "now" }, by, new Date());
    await expect(accept(other)).rejects.toThrow("round_open");
    await expect(accept(head)).rejects.toThrow("round_open");
    expect((await readPublicRound(CODE))?.outside).toBe(0);
    await accept(head, { reason: "other", words: "Toca en la orquesta." });
    await notifyDue(new Date());
    expect((await readPublicRound(CODE))?.outside).toBe(1);
  });

  test("3: the head freezes the list once; its bytes have the published hash", async () => {
    await expect(freezeRound(await shown(), other)).rejects.toThrow("no_right");
    await freezeRound(await shown(), head);
    const [first] = references as [string];
    await expect(claimAsFamily(family.first, first, [], new Date())).rejects.toThrow("claims_over");
    const { list, hash } = await prisma().round.findFirstOrThrow({ where: { code: CODE } });
    expect(
      createHash("sha256")
        .update(list as string)
        .digest("hex"),
    ).toBe(hash);
    expect(parseListFile(list as string).map(({ reference }) => reference)).toEqual(
      references.slice(0, 9).toSorted(),
    );
    await expect(freezeRound(await shown(), head)).rejects.toThrow("round_state");
    const correction = { reference: first, criterion: "resident", state: "refused" } as const;
    await expect(checkClaim(correction, head)).rejects.toThrow("round_state");
  });

  test("4: two members enter the number independently; if they differ both start again, and a void draw keeps its reason", async () => {
    const enterNumber = async (number: string, by: Actor) =>
      enterDrawNumber({ ...(await shown()), number }, by);
    await expect(enterNumber("048 27A", head)).rejects.toThrow("digits_only");
    expect(await enterNumber("048 275 916", head)).toBe("first");
    await expect(enterNumber("048275916", head)).rejects.toThrow("second_person");
    expect(await enterNumber("048275917", other)).toBe("differ");
    const recorded = async () =>
      (
        await prisma().auditEntry.findMany({
          where: { objectId: CODE, action: { startsWith: "draw_" } },
          orderBy: { id: "asc" },
          select: { action: true, actorId: true, values: { select: { name: true, new: true } } },
        })
      ).map(({ action, actorId, values }) => [action, actorId, ...values.map((value) => value.new)]);
    const ids = [head, other].map((actor) => ("id" in actor ? actor.id : ""));
    for (const [index, name] of ["Marta Vila", "Rosa Pi"].entries()) {
      const email = `member-${index}@school.example`;
      const member = { email, emailKey: email, name, role: "head", locale: "es" } as const;
      await prisma().staffMember.create({ data: { id: ids[index] as string, ...member } });
    }
    const expectedEntries = [
      ["draw_typed", ids[0]],
      ["draw_differed", ids[1]],
    ];
    expect(await recorded()).toEqual(expectedEntries); // the record shows neither number to the next member
    expect(await enterNumber("111", head)).toBe("first");
    expect(await enterNumber("111", other)).toBe("drawn");
    const numberOf = (number: string, name: string) =>
      expect.stringMatching(new RegExp(`^${number}, ${name}, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$`));
    const first = [
      ...expectedEntries,
      ["draw_typed", ids[0]],
      ["draw_typed", ids[1], "drawn"],
      ["draw_typed", ids[1], "111"],
      [
        "draw_numbers_rejected",
        ids[1],
        numberOf("048275916", "Marta Vila"),
        numberOf("048275917", "Rosa Pi"),
      ],
    ];
    expect(await recorded()).toEqual(first);
    await voidDraw({ ...(await shown()), reason: "Faltaba una bola." }, head);
    expect(await enterNumber("048275916", other)).toBe("first");
    expect(await enterNumber("048 275 916", head)).toBe("drawn");
    expect((await recorded()).slice(first.length)).toMatchObject([
      ["draw_voided", ids[0], "frozen", "Faltaba una bola."],
      ["draw_typed", ids[1]],
      ["draw_typed", ids[0], "drawn"],
      ["draw_typed", ids[0], "048275916"],
    ]);
    expect((await readPublicRound(CODE))?.corrections).toMatchObject([
      { reason: "Faltaba una bola.", number: "111" },
    ]);
    const { draws, state } = await round();
    expect(state).toBe("drawn");
    const confirmed = draws.filter(({ confirmedAt }) => confirmedAt);
    expect(confirmed.map(({ number, voidReason }) => [number, voidReason])).toEqual([
      ["111", "Faltaba una bola."],
      ["048275916", null],
    ]);
  });

  test("5: the draft equals the public computation; a move changes the rest and can be undone", async () => {
    const { list } = await prisma().round.findFirstOrThrow({ where: { code: CODE } });
    const places = async () =>
      (await readBoard(head, await round())).rows.map(({ reference, place }) => [
        reference,
        place?.specialityId ?? null,
      ]);
    const drawn = await places();
    expect(drawn).toEqual(byHand(list as string, "048275916", [3, 2]));
    const last = drawn.at(-1)?.[0] as string;
    const to = { specialityId: year.piano, syllabusId: null };
    const displaced = [drawn[2]?.[0], drawn[4]?.[0]]; // the last in piano goes to violin, whose last goes out
    const difference = previewMove(await readBoard(head, await round()), { reference: last, to });
    expect(difference.map(({ reference }) => reference)).toEqual([...displaced, last]);
    const reason = "Su hermana viene los martes.";
    await expect(
      moveEntry({ ...(await shown()), reference: last, ...to, reason: " " }, head),
    ).rejects.toThrow("required");
    await moveEntry({ ...(await shown()), reference: last, ...to, reason }, head);
    expect((await places()).find(([reference]) => reference === last)?.[1]).toBe(year.piano);
    await undoMove({ ...(await shown()), reference: last }, head);
    expect(await places()).toEqual(drawn);
  });

  test("6: a provisional list decides nothing; an upheld objection changes points but no number; the final list waits for answers", async () => {
    await publishProvisional(await shown(), head);
    const changed = async () =>
      listChangesAfterProvisional(await round(), await readBoard(head, await round()));
    expect(await changed()).toEqual([]);
    expect(await prisma().decision.count({ where: { status: "untold" } })).toBe(0);
    const before = (await readBoard(head, await round())).rows;
    const objector = before.at(-1)?.reference as string;
    const text = "Vivimos en el municipio desde enero.";
    const sender = await getSender(objector);
    await expect(objectAsFamily(sender, objector, " ", new Date())).rejects.toThrow("words: required");
    await objectAsFamily(sender, objector, text, new Date());
    await expect(objectAsFamily(sender, objector, text, new Date())).rejects.toThrow("already_objected");
    await expect(publishFinal(await shown(), head)).rejects.toThrow("objections_open");
    const { id: number } = await prisma().objection.findFirstOrThrow();
    await checkClaim({ reference: objector, criterion: "resident", state: "checked" }, head);
    const answer = { code: CODE, objection: number, upheld: true, answer: "Es verdad." };
    await answerObjection(answer, head);
    await expect(answerObjection(answer, head)).rejects.toThrow("objection_answered");
    expect(await changed()).toContainEqual(
      expect.objectContaining({
        reference: objector,
        from: null,
        to: { specialityId: year.piano, syllabusId: null },
      }),
    );
    const after = (await readBoard(head, await round())).rows;
    expect(await readOwnRound(sender, objector, new Date())).toMatchObject({
      entry: { total: 3, lines: [{ points: 3 }] },
      result: { isProvisional: true, count: 9 },
      objections: [{ words: text, answer: "Es verdad.", upheld: true }],
    });
    const others = (lines: typeof before) =>
      lines
        .filter(({ reference }) => reference !== objector)
        .map(({ reference, drawn }) => [reference, drawn]);
    expect(others(after)).toEqual(others(before));
    const [first] = references as [string];
    const { entry, objections } = (await readOwnRound(family.second, first, new Date())) as OwnRound;
    expect([entry?.total, entry?.lines, objections]).toEqual([5, [], []]); // the total is public; its parts are not
    const senderCopy = await collectPersonalData(sender, new Date());
    expect(senderCopy).toMatchObject({
      objections: [{ reference: objector, words: text, answer: "Es verdad.", upheld: true }],
      guardian_of: [
        {
          enrollments: [
            {
              claims: expect.arrayContaining([
                expect.objectContaining({ criterion: "resident", state: "checked" }),
              ]),
              rounds: [
                {
                  points: 3,
                  points_by_criterion: [{ points: 3 }],
                  list: { published: "provisional", line: 9 },
                },
              ],
            },
          ],
        },
      ],
    });
    expect(JSON.stringify(senderCopy)).toContain(after.find((row) => row.reference === objector)?.drawn);
    // What is public for a second guardian and a minor student, without what reveals siblings, health or income.
    const publicPart = [{ claims: [], moves: [], rounds: [{ points: 5, points_by_criterion: [] }] }];
    const { studentId } = await readStatus(first);
    const minor = await collectPersonalData(studentId, new Date());
    expect(minor?.enrollments).toMatchObject(publicPart);
    const second = await collectPersonalData(family.second, new Date());
    expect(second?.guardian_of).toMatchObject([{ enrollments: publicPart }]);
    await prisma().guardianship.updateMany({
      where: { guardianId: family.second },
      data: { keptApart: true },
    });
    expect((await collectPersonalData(family.second, new Date()))?.guardian_of).toEqual([]);
    expect(await readOwnRound(family.second, first, new Date())).toBeUndefined();
    expect(after.findIndex(({ reference }) => reference === objector)).toBeLessThan(before.length - 1);
  });

  test("3, families 12: after the freeze a family cannot change choices and sees the reason; a correction by the desk makes an entry late", async () => {
    const reference = (await readBoard(head, await round())).rows[0]?.reference as string;
    const { id } = await readStatus(reference);
    const choices = { specialities: [{ option: 1, id: year.violin }], syllabi: [] };
    await expect(
      changeOwnChoices(await getSender(reference), reference, choices, new Date()),
    ).rejects.toMatchObject({ code: "list_closed" });
    const actor = { kind: "command" } as const;
    const correct = async (wanted: object) => {
      const { version, answers, isLate } = (await readPartForDesk(
        actor,
        reference,
        "studies",
      )) as EnrollmentPart;
      expect(isLate).toBe(true); // as the page says
      await correctAnswers({ reference, part: "studies", version, wanted: { ...answers, ...wanted } }, actor);
      return prisma().roundEntry.count({ where: { enrollmentId: id, late: true } });
    };
    expect(await correct({ enrollment_observations: "Es zurda." })).toBe(0);
    expect(await correct({ student_speciality_option2: undefined })).toBe(1);
    expect((await readBoard(head, await round())).rows[0]).toMatchObject({
      reference,
      place: null,
      isExcluded: true,
    });
  });

  test("6, 11: the final list saves each decision once, for the year's list, and each turn; students without a place wait for the first choice", async () => {
    const { rows } = await readBoard(head, await round());
    const page = await shown();
    const both = await Promise.allSettled([
      publishFinal(page, head),
      publishFinal(page, createStaffActor("admin")),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const [late, ...onTime] = rows as [(typeof rows)[number], ...typeof rows];
    expect(await readStatus(late.reference)).toMatchObject({ decidedState: "pending", turn: null });
    for (const [index, { reference, place }] of onTime.entries()) {
      expect(await readStatus(reference)).toMatchObject({
        state: "pending",
        decidedState: place ? "accepted" : "waiting",
        assignedSpecialityId: place?.specialityId ?? year.piano,
        turn: index + 1,
      });
    }
    const decisions = await prisma().decision.findMany({ where: { status: "untold" } });
    expect(decisions).toHaveLength(8);
    expect(decisions.every(({ withList }) => withList)).toBe(true);
    const written = await readFinalBoard(head, await round());
    expect(written.rows).toEqual(rows); // the published draft, although its places are assigned by now
    expect(written.limits.map(({ given }) => given)).toEqual([0, 0, 1]); // a viola assigned outside the round
    const { final } = await prisma().round.findFirstOrThrow({ where: { code: CODE } });
    const list = parsePublishedList(final);
    expect(list?.lines.map(({ reference }) => reference)).toEqual(rows.map(({ reference }) => reference));
    expect(list?.places).toBe(5);
    expect(getPublishedName(list as never, list?.lines[1] as never)).not.toBe("");
    await expect(revertRound({ ...(await shown()), reason: "x" }, head)).rejects.toThrow("round_state");
    const { provisional } = await prisma().round.findFirstOrThrow({ where: { code: CODE } });
    expect(await readPublicRound(CODE)).toMatchObject({
      state: "provisional",
      result: parsePublishedList(provisional), // not public before the families are notified
    });
    expect(parsePublishedList(provisional)).not.toEqual(list);
    const { id, enrollmentId } = decisions.find(({ toState }) => toState === "accepted") as Decision;
    await prisma().decision.update({ where: { id }, data: { tellAt: new Date() }, select: { id: true } });
    expect(await readPublicRound(CODE)).toMatchObject({ state: "provisional" }); // it can still be stopped
    expect(await listAnnouncedRounds()).toMatchObject([{ code: CODE, state: "provisional" }]);
    await notifyDecision(id, new Date());
    expect(await readPublicRound(CODE)).toMatchObject({ state: "final", result: list }); // public with the first notification
    await notifyDue(new Date());
    const { answerBy } = await prisma().placeAnswer.findFirstOrThrow({ where: { enrollmentId } });
    expect(toDay(answerBy)).toBe("2099-07-12"); // the round's day, because the school sets none
    await closeRound(await shown(), head);
    const events = await prisma().event.findMany({
      where: { type: "round.published" },
      select: { data: true },
    });
    expect(events.map(({ data }) => data)).toEqual(
      ["provisional", "final"].map((list) => ({ code: CODE, school_year_id: year.year, list })),
    );
  });

  test("docs/office/privacy.md: lists have no names and are removed after their term with data about health or income; totals stay", async () => {
    const [first] = references as [string];
    const codes = async () => {
      const { entry } = (await readOwnRound(family.first, first, new Date())) as OwnRound;
      return [entry?.total, entry?.lines.map(({ criterion }) => criterion.code)];
    };
    await prisma().criterion.updateMany({ where: { code: "resident" }, data: { sensitive: true } });
    expect(await purgeRounds()).toBe(0);
    expect(await codes()).toEqual([5, ["resident", "special_family"]]);
    const listRoundsOn = (today?: Day) =>
      withSandbox({ sandboxId: LIVE, ...(today && { today }) }, async () => [
        (await readPublicRound(CODE))?.result?.lines.length,
        await readPublicList(CODE),
      ]);
    const noNames = /^position,reference,total,shares\n(\d+,[A-Z0-9-]+,\d+,\d*\n){9}$/;
    expect(await listRoundsOn()).toEqual([9, expect.stringMatching(noNames)]);
    expect(await listRoundsOn("2199-01-01")).toEqual([undefined, undefined]); // without a day: the last day of the school year
    await prisma().round.updateMany({ where: { code: CODE }, data: { listedUntil: new Date("2020-01-01") } });
    expect(await listRoundsOn()).toEqual([undefined, undefined]);
    expect(await purgeRounds()).toBeGreaterThan(0);
    expect(await codes()).toEqual([5, ["special_family"]]);
    expect(await prisma().merit.count({ where: { criterion: { code: "resident" } } })).toBe(0);
  });
});

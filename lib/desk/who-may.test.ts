import { beforeAll, describe, expect, test } from "vitest";
import { settleDisagreement } from "@/lib/decisions/disagreements";
import { createAdultEnrollment } from "@/lib/enrollment/create-enrollment";
import { changeRole, inviteMember, listMembers, removeMember, resetFactor } from "@/lib/staff/members";
import { type Actor, type StaffRole, staffRoles } from "@/lib/staff/rights";
import { anAdult } from "@/test/factories";
import { aSchool } from "@/test/school";
import { aMember, command } from "@/test/staff";
import { chooseBulk } from "./bulk/input";
import { selectBulk } from "./bulk/select";
import { type Bulk, findBulk } from "./bulk/show";
import { startBulk, undoBulk } from "./bulk/start";
import { filterChoices } from "./choices";
import { correctAnswers } from "./correct/correct";
import { toCorrect } from "./correct/to-correct";
import { settleCorrection } from "./corrections";
import { exportColumns } from "./export/columns";
import { ownExports, ownFile, requestExport } from "./export/request";
import { listEnrollments, wholeList } from "./list";
import { markGuardian, marksOf } from "./mark-guardian";
import { addLabel, addNote, listLabels, removeLabel } from "./notes";
import { enterPaper } from "./paper";
import { correctAndResend } from "./resend";
import { showEnrollment } from "./show";
import { whatWaits } from "./waiting";

let sent: string;
beforeAll(async () => {
  await aSchool();
  sent = (await createAdultEnrollment(anAdult(), { source: "form", locale: "es" })).reference;
});

// Desk 3: every action of the desk, as every role. Whoever adds one adds its row.
const nobody = "00000000-0000-4000-8000-000000000000";
const many: Bulk = {
  id: nobody,
  kind: "label",
  input: { tell: "held" },
  version: 0,
  status: "draft",
  createdAt: new Date(),
  startedAt: null,
  doneAt: null,
  startedBy: null,
  undoneBy: null,
  count: 0,
};
const actions: Record<string, [least: StaffRole, run: (actor: Actor) => Promise<unknown>]> = {
  "what waits": ["reader", whatWaits],
  "the list": ["reader", (actor) => listEnrollments(actor, { filters: {}, sort: "newest", place: {} })],
  "the whole list": ["reader", (actor) => wholeList(actor, { year: 1 }, "newest").next()],
  "its filters": ["reader", (actor) => filterChoices(actor, undefined)],
  "one enrollment": ["reader", (actor) => showEnrollment(actor, "NOBODYS1", new Date())],
  "the labels": ["reader", listLabels],
  "an export": [
    "secretary",
    (actor) => {
      const source = { filters: {}, sort: "newest" } as const;
      return requestExport(actor, { source, columns: exportColumns, format: "xlsx" }, new Date());
    },
  ],
  "an address": ["secretary", (actor) => correctAndResend(actor, sent, nobody, "x@example.org", new Date())],
  "a note": ["secretary", (actor) => addNote(actor, sent, "Nota")],
  "a label": ["secretary", (actor) => addLabel(actor, sent, "Etiqueta")],
  "a label off": ["secretary", (actor) => removeLabel(actor, sent, 1)],
  "a choice of many": ["secretary", (actor) => selectBulk(actor, { references: [] })],
  "what is done with many": ["secretary", (actor) => chooseBulk(actor, nobody, "accepted", {})],
  "a look at many": ["secretary", (actor) => findBulk(actor, nobody)],
  "many begun": ["secretary", (actor) => startBulk(actor, many, { version: 0, typed: "" }, new Date())],
  "many undone": ["secretary", (actor) => undoBulk(actor, many)],
  "own files": ["secretary", (actor) => ownExports(actor, new Date())],
  "a file": ["secretary", (actor) => ownFile(actor, nobody, new Date())],
  "answers to be corrected": ["secretary", (actor) => toCorrect(actor, "NOBODYS1", "studies")],
  "answers corrected": [
    "secretary",
    (actor) => {
      const input = { reference: "NOBODYS1", part: "studies", version: "", wanted: {} } as const;
      return correctAnswers(actor, input, new Date());
    },
  ],
  "a correction": [
    "secretary",
    (actor) => settleCorrection(actor, { reference: "NOBODYS1", id: nobody, answer: "No." }, new Date()),
  ],
  "an enrollment on paper": [
    "secretary",
    (actor) => {
      const { terms_and_conditions, ...answers } = anAdult();
      const signature = { signedBy: "Ada", signedOn: "2026-11-03", locale: "es" } as const;
      return enterPaper(actor, { branch: "adult", answers, ...signature });
    },
  ],
  "a guardian kept apart": [
    "head",
    (actor) => {
      const mark = { reference: "NOBODYS1", guardianId: nobody, apart: true, reason: "Sí." };
      return markGuardian(actor, mark);
    },
  ],
  "who is kept apart": ["reader", (actor) => marksOf(actor, "NOBODYS1")],
  "the staff": ["admin", listMembers],
  "an invitation": [
    "admin",
    (actor) => inviteMember(actor, { email: "x@example.org", role: "reader", locale: "es" }, async () => {}),
  ],
  "a role": ["admin", (actor) => changeRole(actor, nobody, "reader", new Date())],
  "a removal": ["admin", (actor) => removeMember(actor, nobody, new Date())],
  "a factor taken away": ["admin", (actor) => resetFactor(actor, nobody, new Date())],
};

describe.each(staffRoles)("as %s (desk 3)", (role) => {
  let actor: Actor;
  beforeAll(async () => {
    actor = (await aMember(role)).actor;
  });

  test.each(Object.keys(actions))("%s", async (name) => {
    const [least, run] = actions[name] as (typeof actions)[string];
    const allowed = staffRoles.indexOf(role) >= staffRoles.indexOf(least);
    if (allowed) await run(actor);
    else await expect(run(actor)).rejects.toMatchObject({ code: "no_right" });
  });
});

test("a hand-made post with what is no id finds nobody, and breaks nothing", async () => {
  const [reference, id] = [sent, "x' or true"];
  expect(await settleCorrection(command, { reference, id, answer: undefined }, new Date())).toBe("gone");
  const settlement = { reference, id, settlement: "Hablado." };
  expect(await settleDisagreement(settlement, command, new Date())).toBeUndefined();
  expect(await findBulk(command, id)).toBeUndefined();
});

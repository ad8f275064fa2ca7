import { beforeAll, describe, expect, test } from "vitest";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { createApiKey, findApiKeys } from "@/lib/api/api-keys";
import { checkList } from "@/lib/decisions/check-list";
import { type DecisionInput, decide } from "@/lib/decisions/decide";
import { settleDisagreement } from "@/lib/decisions/disagreements";
import { setLimit } from "@/lib/decisions/places/set-limit";
import { holdList, tellList } from "@/lib/decisions/tell-list";
import { correctAnswers } from "@/lib/enrollment/correct/correct";
import { settleCorrection } from "@/lib/enrollment/correct/corrections";
import { toCorrect } from "@/lib/enrollment/correct/to-correct";
import { markGuardian, marksOf } from "@/lib/enrollment/mark-guardian";
import { addLabel, addNote, listLabels, removeLabel } from "@/lib/enrollment/notes";
import { enterPaper } from "@/lib/enrollment/paper/paper";
import { correctAndResend } from "@/lib/enrollment/resend";
import { changeRole, inviteMember, listMembers, removeMember, resetFactor } from "@/lib/people/staff/members";
import { type Actor, mayRole, type Right, rights, staffRoles } from "@/lib/people/staff/rights";
import { aYear, enrolled, putInto } from "@/test/decisions";
import { anAdult } from "@/test/factories";
import { aMember, command } from "@/test/staff";
import { chooseBulk } from "./bulk/input";
import { selectBulk } from "./bulk/select";
import { type Bulk, findBulk } from "./bulk/show";
import { startBulk, undoBulk } from "./bulk/start";
import { filterChoices } from "./choices";
import { listRequests, noteRequest } from "./data-requests";
import { exportColumns } from "./export/columns";
import type { ExportSource } from "./export/file";
import { ownExports, ownFile, requestExport } from "./export/request";
import { makeKey, renewKey, stopKey } from "./keys";
import { listEnrollments, wholeList } from "./list";
import { readAccesses, readEntries } from "./record";
import { changeLogo, changeSetting, takeLogoAway } from "./school";
import { showEnrollment } from "./show";
import { whatWaits } from "./waiting";

let sent: string;
let year: number;
let full: number;
let keeper: Actor;
beforeAll(async () => {
  ({ year, viola: full } = await aYear());
  await setLimit({ schoolYearId: year, specialityId: full, syllabusId: null, places: 0 }, command);
  sent = await enrolled();
  await enrolled();
  keeper = (await aMember("secretary")).actor;
});

// Desk 3: every action of the desk by the right that it takes, as every role. Whoever adds one adds its row.
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
type Run = (actor: Actor) => Promise<unknown>;
const actions: Record<Right, Record<string, Run>> = {
  read: {
    "what waits": whatWaits,
    "the list": (actor) => listEnrollments(actor, { filters: {}, sort: "newest", place: {} }),
    "the whole list": (actor) => wholeList(actor, { year: 1 }, "newest").next(),
    "its filters": (actor) => filterChoices(actor, undefined),
    "one enrollment": (actor) => showEnrollment(actor, "NOBODYS1", new Date()),
    "the labels": listLabels,
    "who is kept apart": (actor) => marksOf(actor, "NOBODYS1"),
  },
  correct: {
    "an address": (actor) => correctAndResend(actor, sent, nobody, "x@example.org", new Date()),
    "answers to be corrected": (actor) => toCorrect(actor, "NOBODYS1", "studies"),
    "answers corrected": (actor) => {
      const input = { reference: "NOBODYS1", part: "studies", version: "", wanted: {} } as const;
      return correctAnswers(actor, input, new Date());
    },
    "a correction": (actor) =>
      settleCorrection(actor, { reference: "NOBODYS1", id: nobody, answer: "No." }, new Date()),
  },
  enroll_on_paper: {
    "an enrollment on paper": (actor) => {
      const { terms_and_conditions, ...answers } = anAdult();
      const signature = { signedBy: "Ada", signedOn: "2026-11-03", locale: "es" } as const;
      return enterPaper(actor, { branch: "adult", answers, ...signature });
    },
  },
  note: {
    "a note": (actor) => addNote(actor, sent, "Nota"),
    "a label": (actor) => addLabel(actor, sent, "Etiqueta"),
    "a label off": (actor) => removeLabel(actor, sent, 1),
  },
  decide: {
    "a rejection": (actor) => decideOn(actor, "pending", { to: "rejected", reason: "no_place" }),
  },
  work_in_bulk: {
    "a choice of many": (actor) => selectBulk(actor, { references: [] }),
    "what is done with many": (actor) => chooseBulk(actor, nobody, "accepted", {}),
    "a look at many": (actor) => findBulk(actor, nobody),
    "many begun": (actor) => startBulk(actor, many, { version: 0, typed: "" }, new Date()),
    "many undone": (actor) => undoBulk(actor, many),
  },
  export_list: {
    "a file of a list": (actor) => fileOf(actor, { filters: { state: "pending" }, sort: "newest" }),
    "a file of what was searched for": (actor) => fileOf(actor, { filters: {}, sort: "newest", words: "a" }),
    "a file of one that was chosen": async (actor) =>
      fileOf(actor, { bulkId: (await selectBulk(keeper, { references: [sent] })) as string }),
    "own files": (actor) => ownExports(actor, new Date()),
    "a file": (actor) => ownFile(actor, nobody, new Date()),
  },
  put_back: {
    "what was told taken back": (actor) => decideOn(actor, "rejected", { to: "pending", reason: "other" }),
  },
  decide_against_limits: {
    "a place where none is free": (actor) => {
      const over = { specialityId: full, reason: "other", internalReason: "Sí." };
      return decideOn(actor, "pending", { to: "accepted", ...over });
    },
  },
  set_places: {
    "a limit": (actor) =>
      setLimit({ schoolYearId: year, specialityId: full, syllabusId: null, places: 0 }, actor),
  },
  mark_guardian: {
    "a guardian kept apart": (actor) => {
      const mark = { reference: "NOBODYS1", guardianId: nobody, apart: true, reason: "Sí." };
      return markGuardian(actor, mark);
    },
  },
  tell_list: {
    "the list to be told": (actor) => checkList(year, actor),
    "the list told": (actor) => tellList(year, new Date(), actor),
    "the list held": (actor) => holdList(year, actor),
  },
  manage_staff: {
    "the staff": listMembers,
    "an invitation": (actor) =>
      inviteMember(actor, { email: "x@example.org", role: "reader", locale: "es" }, async () => {}),
    "a role": (actor) => changeRole(actor, nobody, "reader", new Date()),
    "a removal": (actor) => removeMember(actor, nobody, new Date()),
    "a factor taken away": (actor) => resetFactor(actor, nobody, new Date()),
  },
  manage_keys: {
    "a key": (actor) => makeKey(actor, aKey(), new Date()),
    "a new secret": async (actor) => renewKey(actor, await theKey(), new Date(), new Date()),
    "a key stopped": async (actor) => stopKey(actor, (await theKey()).id, new Date()),
  },
  change_settings: {
    "a setting": (actor) => changeSetting(actor, "decision_hold_minutes", 10),
    "a logo": (actor) => changeLogo(actor, Buffer.from(LOGO)),
    "no logo": takeLogoAway,
  },
  read_audit: {
    "the record": (actor) => readEntries(actor, {}, "Europe/Madrid"),
    "who opened what": (actor) => readAccesses(actor, {}, "Europe/Madrid"),
  },
  answer_data_requests: {
    "what people ask of their data": listRequests,
    "a request noted": (actor) => noteRequest(actor, "access", "nobody@example.org", new Date()),
  },
  export_everybody: {
    "a file of everybody": (actor) => fileOf(actor, { filters: {}, sort: "newest" }),
    "a filter that narrows nothing": (actor) => fileOf(actor, { filters: { how: "any" }, sort: "newest" }),
    "a file of everybody, chosen together": async (actor) =>
      fileOf(actor, { bulkId: (await selectBulk(keeper, { filters: {} })) as string }),
  },
};

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path d="M0 0h9"/></svg>';

const aKey = () => ({ name: crypto.randomUUID(), scopes: [], expiresAt: null, mode: "live" }) as const;

async function theKey() {
  const { name } = aKey();
  await createApiKey({ ...aKey(), name });
  const [key] = await findApiKeys(name);
  return key as NonNullable<typeof key>;
}

async function decideOn(actor: Actor, from: EnrollmentState, wanted: Omit<DecisionInput, "reference">) {
  const reference = await enrolled();
  await putInto(reference, from);
  return decide({ reference, ...wanted }, actor, new Date());
}

const fileOf = (actor: Actor, source: ExportSource, now = new Date()) =>
  requestExport(actor, { source, columns: exportColumns, format: "xlsx" }, now);

const rows = rights.flatMap((right) =>
  Object.entries(actions[right]).map(([name, run]) => [right, name, run] as const),
);

test("every right is demanded by something that is done (desk 3)", () => {
  expect(rights.filter((right) => !rows.some(([demanded]) => demanded === right))).toEqual([]);
});

describe.each(staffRoles)("as %s (desk 3)", (role) => {
  let actor: Actor;
  beforeAll(async () => {
    actor = (await aMember(role)).actor;
  });

  test.each(rows)("%s: %s", async (right, _, run) => {
    if (mayRole(role, right)) return void (await run(actor));
    // Whoever decides, but not against limits, is told what is in the way.
    await expect(run(actor)).rejects.toMatchObject({
      code: right === "decide_against_limits" && mayRole(role, "decide") ? "no_place" : "no_right",
    });
  });
});

test("desk 5: a file of everybody asks for the password anew, one of a list does not", async () => {
  const { actor } = await aMember("admin");
  const later = new Date(Date.now() + 10 * 60_000);
  const everybody = { filters: {}, sort: "newest" } as const;
  await expect(fileOf(actor, everybody, later)).rejects.toMatchObject({ code: "password_needed" });
  await fileOf(actor, { ...everybody, filters: { state: "pending" } }, later);
});

test("a hand-made post with what is no id finds nobody, and breaks nothing", async () => {
  const [reference, id] = [sent, "x' or true"];
  expect(await settleCorrection(command, { reference, id, answer: undefined }, new Date())).toBe("gone");
  const settlement = { reference, id, settlement: "Hablado." };
  expect(await settleDisagreement(settlement, command, new Date())).toBeUndefined();
  expect(await findBulk(command, id)).toBeUndefined();
});

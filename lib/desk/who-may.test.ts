import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { previewList } from "@/lib/decisions/notifications/preview";
import { type DecisionInput, decideAndNotify, settleDisagreement } from "@/lib/decisions/verbs";
import { listAuditEntries, listPageViews } from "@/lib/desk/audit/queries";
import { findBulk } from "@/lib/desk/bulk/queries";
import { selectEnrollments } from "@/lib/desk/bulk/verbs";
import { countRows, exportYear, readRow, readTable } from "@/lib/desk/catalogue/queries";
import { readPartForDesk } from "@/lib/desk/correction/queries";
import { answerCorrectionRequest } from "@/lib/desk/correction/verbs";
import { listDeskTasks, readYearOverview } from "@/lib/desk/dashboard/queries";
import { listRequests } from "@/lib/desk/data/verbs";
import { getDecisionOptions } from "@/lib/desk/decide/queries";
import { listKeyEndpoints, readEndpointDetails } from "@/lib/desk/endpoints/verbs";
import { exportColumns } from "@/lib/desk/export/columns";
import { type ExportSource, listOwnExports, readOwnExport } from "@/lib/desk/export/queries";
import { requestExport } from "@/lib/desk/export/verbs";
import { listKeys, readKey } from "@/lib/desk/keys/queries";
import { listLabels } from "@/lib/desk/labels/verbs";
import { listSavedViews, readFilterOptions, readListPage, readWholeList } from "@/lib/desk/list/queries";
import {
  countMailByKind,
  listMail,
  listSuppressedAddresses,
  readMailInterruption,
} from "@/lib/desk/mail/queries";
import { listDuplicateCandidates, readEnrollmentRecord, readStudentRecord } from "@/lib/desk/record/queries";
import { readGuardianMarks } from "@/lib/desk/record/verbs";
import { readSettingDetails } from "@/lib/desk/settings/queries";
import messages from "@/lib/i18n/messages/es.json";
import {
  type Actor,
  hasPermission,
  type Permission,
  type PermissionError,
  permissions,
  staffRoles,
} from "@/lib/people/staff/permissions";
import { listMembers } from "@/lib/people/staff/verbs";
import { DomainError, verbs } from "@/lib/people/verb";
import { createEnrollment, getCurrentYear, setLimit, setState } from "@/test/support/domain/decisions";
import { aMember, commandActor } from "@/test/support/domain/staff";

const { year, viola: full } = await getCurrentYear();
await setLimit({ schoolYearId: year, specialityId: full, syllabusId: null, places: 0 }, commandActor);
const sent = await createEnrollment();
await createEnrollment();
const keeper = (await aMember("secretary")).actor;

const nobody = "00000000-0000-4000-8000-000000000000";
type Run = (actor: Actor) => Promise<unknown>;

// Desk 3: reads of the desk, and parts of verbs with a permission of their own, by permission. A new one needs its row;
// the permission of each verb is tested below.
const actions: Partial<Record<Permission, Record<string, Run>>> = {
  read: {
    "what waits": listDeskTasks,
    "the list": (actor) => readListPage(actor, { filters: {}, sort: "newest", cursor: {} }),
    "the whole list": (actor) => readWholeList(actor, { year: 1 }, "newest").next(),
    "its filters": (actor) => readFilterOptions(actor, undefined),
    "one enrollment": (actor) => readEnrollmentRecord(actor, "NOBODYS1", new Date()),
    "one student": (actor) => readStudentRecord(actor, nobody, new Date()),
    "the labels": listLabels,
    "one's own views": listSavedViews,
    "who is perhaps the same": (actor) => listDuplicateCandidates(actor, nobody),
    "how a year stands": (actor) => readYearOverview(actor, 1, new Date()),
    "the mail of a day": (actor) => countMailByKind(actor, "2026-11-23"),
    "its messages": (actor) => listMail(actor, {}),
    "whether mail leaves": readMailInterruption,
    "stopped addresses": async (actor) => listSuppressedAddresses(actor),
    "who is kept apart": (actor) => readGuardianMarks(actor, "NOBODYS1"),
  },
  correct: { "answers to be corrected": (actor) => readPartForDesk(actor, "NOBODYS1", "studies") },
  decide: {
    "a rejection": (actor) => decideOn(actor, "pending", { to: "rejected", reason: "no_place" }),
    "the form of a decision": (actor) => getDecisionOptions(sent, "accepted", "es", actor),
  },
  work_in_bulk: { "a look at many": (actor) => findBulk(actor, nobody) },
  export_list: {
    "a file of a list": (actor) => exportFile(actor, { filters: { state: "pending" }, sort: "newest" }),
    "a file of what was searched for": (actor) =>
      exportFile(actor, { filters: {}, sort: "newest", words: sent }),
    "a file of one that was chosen": async (actor) =>
      exportFile(actor, { bulkId: (await selectEnrollments({ references: [sent] }, keeper)) as string }),
    "own files": (actor) => listOwnExports(actor, new Date()),
    "a file": (actor) => readOwnExport(actor, nobody, new Date()),
  },
  put_back: {
    "what was told taken back": (actor) => decideOn(actor, "rejected", { to: "pending", reason: "other" }),
  },
  decide_against_limits: {
    "a place where none is free": (actor) => {
      const overLimit = { specialityId: full, reason: "other", internalReason: "Sí." };
      return decideOn(actor, "pending", { to: "accepted", ...overLimit });
    },
  },
  tell_list: { "the list to be told": (actor) => previewList(year, actor) },
  manage_staff: { "the staff": listMembers },
  manage_keys: {
    "the keys": (actor) => listKeys(actor, new Date()),
    "one key": (actor) => readKey(actor, 1, new Date()),
    "a key's endpoints": (actor) => listKeyEndpoints(actor, 1, new Date()),
    "an endpoint": (actor) => readEndpointDetails(actor, nobody, { failed: false }, new Date()),
  },
  change_settings: {
    "the settings": readSettingDetails,
    "a year's catalogue": (actor) => countRows(actor, year),
    "a table of it": (actor) => readTable(actor, "subjects", year),
    "a row of it": (actor) => readRow(actor, "subjects", year, "1"),
    "a year's catalogue as a file": (actor) => exportYear(actor, year),
  },
  read_audit: {
    "the record": (actor) => listAuditEntries(actor, {}),
    "who opened what": (actor) => listPageViews(actor, {}),
  },
  answer_data_requests: { "what people ask of their data": listRequests },
  export_everybody: {
    "a file of everybody": (actor) => exportFile(actor, { filters: {}, sort: "newest" }),
    "a filter that narrows nothing": (actor) =>
      exportFile(actor, { filters: { how: "any" }, sort: "newest" }),
    "a filter that leaves nobody out": (actor) =>
      exportFile(actor, { filters: { from: "2000-01-01" }, sort: "newest" }),
    "a search that finds everybody": (actor) =>
      exportFile(actor, { filters: {}, sort: "newest", words: "e" }),
    "a file of everybody, chosen together": async (actor) =>
      exportFile(actor, { bulkId: (await selectEnrollments({ filters: {} }, keeper)) as string }),
  },
};

async function decideOn(actor: Actor, from: EnrollmentState, input: Omit<DecisionInput, "reference">) {
  const reference = await createEnrollment();
  await setState(reference, from);
  return decideAndNotify({ reference, ...input }, actor, new Date());
}

const exportFile = (actor: Actor, source: ExportSource, now = new Date()) =>
  requestExport({ source, columns: exportColumns, format: "xlsx" }, actor, now);

const rows = permissions.flatMap((right) =>
  Object.entries(actions[right] ?? {}).map(([name, run]) => [right, name, run] as const),
);

/** Registers every verb by importing its file. */
const files = globSync("lib/**/*.ts", { exclude: ["**/*.test.ts"] });
const verbFiles = files.filter((file) => /= (loose)?[vV]erb\(/.test(readFileSync(file, "utf8")));
await Promise.all(verbFiles.map((file) => import(/* @vite-ignore */ resolve(file))));

test("every permission is required by something (desk 3)", () => {
  const requiredRights = new Set([
    ...rows.map(([right]) => right),
    ...[...verbs.values()].map(({ right }) => right),
  ]);
  expect(permissions.filter((right) => !requiredRights.has(right))).toEqual([]);
});

/** Verbs without input. */
const withoutInput = ["legal_texts_kept"];

describe.each(staffRoles)("as %s (desk 3)", (role) => {
  let actor: Actor;
  beforeAll(async () => {
    actor = (await aMember(role)).actor;
  });

  test.each(rows)("%s: %s", async (right, _, run) => {
    if (hasPermission(actor, right)) return void (await run(actor));
    // Members who may decide, but not against limits, get the blocker.
    await expect(run(actor)).rejects.toMatchObject({
      code: right === "decide_against_limits" && hasPermission(actor, "decide") ? "no_place" : "no_right",
    });
  });

  test("a verb is refused for its permission before its input", async () => {
    expect(verbs.size).toBeGreaterThan(10);
    const forbiddenVerbs = [...verbs].filter(
      ([name, { right }]) => !withoutInput.includes(name) || !hasPermission(actor, right),
    );
    const refusals = forbiddenVerbs.map(async ([name, { right, run }]) => {
      const refusal = await run({}, actor).catch((error) => error);
      return [
        name,
        hasPermission(actor, right)
          ? refusal instanceof DomainError
          : (refusal as PermissionError).code === "no_right",
      ];
    });
    expect((await Promise.all(refusals)).filter(([, isRight]) => !isRight)).toEqual([]);
  });
});

type GuardedFunction = { file: string; name: string; right: Permission; actorIndex: number };

/** Finds all functions that require a permission themselves, with the index of their actor. */
function listGuardedFunctions(): GuardedFunction[] {
  const files = globSync("lib/**/*.ts", { exclude: ["**/*.test.ts"] });
  return files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split(/^(?=export )/m)
      .flatMap((text) => {
        const [, name] = /^export (?:async )?(?:function\*? |const )(\w+)/.exec(text) ?? [];
        const [, right] = /\brequirePermission\(actor, "(\w+)"/.exec(text) ?? [];
        const [before, isFunction] = text.split(/\bactor: Actor\b/);
        if (!name || !right || isFunction === undefined) return [];
        return [{ file, name, right: right as Permission, actorIndex: countCommas(before ?? "") }];
      }),
  );
}

/** The number of parameters before; a destructured one counts once. */
function countCommas(before: string): number {
  const parameters = before.slice(before.indexOf("(") + 1);
  return parameters.replaceAll(/\{[^{}]*\}|<[^<>]*>/g, "").split(",").length - 1;
}

test("desk 3: every read and verb checks its permission before its input", async () => {
  const { actor } = await aMember("reader");
  const guarded = listGuardedFunctions().filter(({ right }) => !hasPermission(actor, right));
  expect(guarded.length).toBeGreaterThan(20);
  const outcomes = guarded.map(async ({ file, name, actorIndex }) => {
    const module = await import(/* @vite-ignore */ resolve(file));
    const args = Array.from({ length: 6 }, (_, place) => (place === actorIndex ? actor : {}));
    const refused = await (async () => {
      const answer = module[name](...args);
      return Symbol.asyncIterator in Object(answer) ? answer.next() : answer;
    })().catch((error) => error);
    return refused?.code === "no_right" ? [] : [`${file} ${name}: ${refused}`];
  });
  expect((await Promise.all(outcomes)).flat()).toEqual([]);
});

test("every action has a text in the record", () => {
  const texts: object = messages.desk.record.actions;
  // Actions that only prepare, have entries of each message, or concern only the member.
  const missingTexts = [
    "bulk_selected",
    "bulk_chosen",
    "bulk_duplicate_included",
    "lost_sent_again",
    "message_sent_again",
    "message_readdressed",
    "view_saved",
    "view_dropped",
    "shortcuts_turned",
  ];
  expect([...verbs.keys()].filter((name) => !(name in texts)).sort()).toEqual(missingTexts.sort());
});

test("desk 5: an export of all enrollments asks for the password again, one of a list does not", async () => {
  const { actor } = await aMember("admin");
  const later = new Date(Date.now() + 10 * 60_000);
  const allEnrollments = { filters: {}, sort: "newest" } as const;
  await expect(exportFile(actor, allEnrollments, later)).rejects.toMatchObject({ code: "password_needed" });
  await exportFile(actor, { ...allEnrollments, filters: { state: "pending" } }, later);
});

test("a forged post with an invalid id finds nobody and causes no error", async () => {
  const [reference, id] = [sent, "x' or true"];
  await expect(answerCorrectionRequest({ reference, correction: id }, commandActor)).rejects.toThrow(
    "answer_gone",
  );
  await settleDisagreement({ reference, disagreement: id, settlement: "Hablado." }, commandActor);
  expect(await findBulk(commandActor, id)).toBeUndefined();
});

import { randomBytes } from "node:crypto";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { selectEnrollments } from "@/lib/desk/bulk/verbs";
import {
  type ExportFormat,
  type ExportSource,
  findLastExportChoice,
  listOwnExports,
  readOwnExport,
  resolveExportSource,
  writeExportFile,
} from "@/lib/desk/export/queries";
import { failAbandonedExports, makeExport, purgeExports, requestExport } from "@/lib/desk/export/verbs";
import { getExportUrl, getListUrl, parseListQuery } from "@/lib/desk/list/filters";
import { encryptSearch } from "@/lib/desk/search/sql";
import type { Actor } from "@/lib/people/staff/permissions";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { anAdult, anEmail, yearsAgo } from "@/test/support/data/factories";
import { createEnrollment, getCurrentYear } from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";
import { exportColumns, exportPresets, pickColumns } from "./columns";

let actor: Actor;
let references: string[];
beforeAll(async () => {
  await getCurrentYear();
  actor = (await aMember("secretary")).actor;
  const made = [
    anAdult({ student_name: "=HYPERLINK(1)", student_surname: "Xport", student_birth_date: "2000-02-29" }),
    anAdult({ student_name: "00012", student_surname: "Xport", student_phone: "611222333" }),
  ];
  references = [];
  await createEnrollment(); // outside the lists below: only an administrator exports all enrollments
  for (const body of made) references.push(await createEnrollment(body));
});

const names = ["student_name", "reference", "student_birth_date"];

async function createExport(source: ExportSource, format: ExportFormat, columns = names, exporter = actor) {
  const id = await requestExport({ source, columns: pickColumns(columns), format }, exporter, new Date());
  await makeExport(id);
  return id;
}

async function readBytes(id: string, reader = actor) {
  const pieces: Uint8Array[] = [];
  for await (const piece of (await readOwnExport(reader, id, new Date()))?.pieces ?? []) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

const readSheet = async (id: string) =>
  strFromU8(unzipSync(await readBytes(id))["xl/worksheets/sheet1.xml"] as Uint8Array);

const source = { filters: {}, sort: "oldest", words: "xport" } as const;

test("desk 25: a workbook has the list's rows and the chosen columns in order; text stays text, days are dates", async () => {
  const id = await createExport(source, "xlsx");
  expect(await listOwnExports(actor, new Date())).toMatchObject([
    { id, status: "ready", total: 2, written: 2 },
  ]);
  const sheet = await readSheet(id);
  const rows = [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/g)].map(([, cells = ""]) =>
    [...cells.matchAll(/<c r="([A-Z]+)\d+" s="(\d)"[^>]*>.*?>([^<]*)<\/[tv]>/g)].map(
      ([, at, style, text]) => [at, style, text],
    ),
  );
  expect(rows.map((row) => row.map(([, , text]) => text))).toEqual([
    ["reference", "student_name", "student_birth_date"],
    [references[0], "=HYPERLINK(1)", "36585"], // 29 February 2000
    [references[1], "00012", "33010"],
  ]);
  expect(rows[1]?.map(([, style]) => style)).toEqual(["1", "1", "2"]);
  expect(sheet).toMatch(/<pane ySplit="1".*state="frozen".*<cols>(<col [^>]*width="\d+"[^>]*>){3}<\/cols>/);
  expect(sheet).toContain('</sheetData><autoFilter ref="A1:C3"/>');
  // The search is stored only encrypted.
  const stored = await prisma().export.findUniqueOrThrow({ where: { id } });
  expect(Buffer.from(stored.search ?? []).toString("latin1")).not.toContain("xport");
  const entries = await prisma().auditValue.findMany({ where: { new: { contains: "xport" } } });
  expect(entries).toEqual([]);
});

test("desk 25: an export of a search has its matches, filters and order; another session gets none", async () => {
  const session = { actor, hash: new Uint8Array(randomBytes(32)) };
  const query = parseListQuery({ q: encryptSearch("xport", session), state: "pending", sort: "oldest" });
  const url = new URL(getExportUrl(query), "http://school.example");
  expect(url.pathname).toBe("/desk/exports/new");
  const list = getListUrl(parseListQuery(Object.fromEntries(url.searchParams))).split("?")[1] ?? "";
  const source = await resolveExportSource({ bulk: "", list }, session);
  expect(source).toEqual({ filters: { state: "pending" }, sort: "oldest", words: "xport" });
  await createEnrollment(anAdult());
  const file = new TextDecoder().decode(
    await readBytes(await createExport(source as ExportSource, "csv,", ["reference"])),
  );
  expect(file.trim().split("\r\n").slice(1)).toEqual(references);
  const other = { actor, hash: new Uint8Array(randomBytes(32)) };
  expect(await resolveExportSource({ bulk: "", list }, other)).toBeUndefined();
});

test("desk 25: a selection is exported as CSV with commas", async () => {
  const bulkId = (await selectEnrollments({ references: references.slice(0, 1) }, actor)) as string;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    await readBytes(await createExport({ bulkId }, "csv,")),
  );
  expect(text).toBe(
    `\ufeffreference,student_name,student_birth_date\r\n${references[0]},'=HYPERLINK(1),2000-02-29\r\n`,
  );
});

test("desk 25: a selection of a thousand is exported once each, in order", async () => {
  const admin = (await aMember("admin")).actor;
  const bulkId = (await selectEnrollments({ references: references.slice(0, 1) }, admin)) as string;
  const sevenths = Array.from({ length: 1_000 }, (_, index) => references[index % 7 === 0 ? 0 : 1] as string);
  await prisma().bulkRow.deleteMany({ where: { bulkId } });
  await getPool().query(
    `insert into bulk_rows (bulk_id, position, enrollment_id, version)
     select $1, at, e.id, e.version from unnest($2::text[]) with ordinality as chosen (reference, at)
     join enrollments e using (reference) order by at desc`,
    [bulkId, sevenths],
  );
  const id = await createExport({ bulkId }, "csv,", ["reference"], admin);
  const text = new TextDecoder().decode(await readBytes(id, admin));
  expect(text.trim().split("\r\n").slice(1)).toEqual(sevenths);
});

test("desk 25: only its member downloads a file, for a day", async () => {
  const id = await createExport(source, "csv;");
  const other = (await aMember("admin")).actor;
  expect(await readOwnExport(other, id, new Date())).toBeUndefined();
  expect(await listOwnExports(other, new Date())).toEqual([]);
  const later = new Date(Date.now() + 24 * 3_600_000 + 1);
  expect(await readOwnExport(actor, id, later)).toBeUndefined();
  expect(await readOwnExport(actor, "x' or true", new Date())).toBeUndefined();
  await purgeExports(later);
  expect(await prisma().exportPiece.count({ where: { exportId: id } })).toBe(0);
  expect(await listOwnExports(actor, later)).toEqual([]);
  // The chosen columns are the defaults of the next export; nothing else is kept.
  expect((await findLastExportChoice(actor))?.format).toBe("csv;");
  expect(await prisma().export.findMany({ where: { memberId: (actor as { id: string }).id } })).toMatchObject(
    [{ filters: {}, search: null, bulkId: null }],
  );
});

test("a file whose worker was killed is made again in full; a member without the permission gets none", async () => {
  const request = { source: source, columns: pickColumns(names), format: "csv;" } as const;
  const id = await requestExport(request, actor, new Date());
  await prisma().export.update({ where: { id }, data: { status: "making", written: 1 } });
  await prisma().exportPiece.create({ data: { exportId: id, position: 0, content: new Uint8Array([1]) } });
  await makeExport(id);
  expect((await readBytes(id)).length).toBeGreaterThan(100);

  const member = await aMember("secretary");
  const late = await requestExport(request, member.actor, new Date());
  await prisma().staffMember.update({ where: { id: member.id }, data: { removedAt: new Date() } });
  await makeExport(late);
  expect(await prisma().export.findUniqueOrThrow({ where: { id: late } })).toMatchObject({
    status: "failed",
  });
});

test("desk 25: a file whose worker died in its last attempt is marked as failed", async () => {
  const request = { source: source, columns: pickColumns(names), format: "csv;" } as const;
  const id = await requestExport(request, actor, new Date());
  const status = async () => (await prisma().export.findUniqueOrThrow({ where: { id } })).status;
  await prisma().export.update({ where: { id }, data: { status: "making", claim: id } });
  await failAbandonedExports(new Date());
  expect(await status()).toBe("making"); // its job still exists
  await getPool().query("update pgboss.job set state = 'failed' where data ->> 'exportId' = $1", [id]);
  expect(await failAbandonedExports(new Date())).toBe(1);
  expect(await status()).toBe("failed");
});

test("desk 25: a row has the place, the dates and the reasons in the reader's language and the school's time", async () => {
  const ids = await getCurrentYear();
  const { actor: head } = await aMember("head");
  const [given, first, second] = [anEmail("given"), anEmail("first"), anEmail("second")];
  const piano = { student_speciality_option1: ids.piano };
  const accepted = await createEnrollment(
    anAdult({ student_email: given, student_birth_date: yearsAgo(30), ...piano }),
  );
  const waits = [
    await createEnrollment(anAdult({ student_email: first, ...piano })),
    await createEnrollment(anAdult({ student_email: second, ...piano })),
  ];
  await decideAndNotify(
    { reference: accepted, to: "accepted", specialityId: ids.violin, tell: "now" },
    head,
    new Date(),
  );
  for (const reference of waits)
    await decideAndNotify(
      { reference, to: "waiting", specialityId: ids.piano, tell: "held" },
      head,
      new Date(),
    );
  const at = "2026-01-31T23:30:00Z"; // already February in Madrid
  await getPool().query(
    "update decisions set decided_at = $1, settled_at = case when status = 'told' then $1::timestamptz end",
    [at],
  );
  await getPool().query(
    "update enrollments set created_at = $1::timestamptz + case when reference = $2 then interval '1 minute' else '0' end, answer_by = null",
    [at, waits[1]],
  );

  const columns = pickColumns([
    ...["reference", "state", "age", "place_speciality", "waiting_speciality", "waiting_rank"],
    ...["decided_at", "told_at", "answer_by"],
  ]);
  const file = async (locale?: "ca") => {
    const id = await requestExport(
      { source: { filters: { speciality: ids.piano }, sort: "oldest" }, columns, format: "csv;", locale },
      head,
      new Date(),
    );
    await makeExport(id);
    const pieces: Uint8Array[] = [];
    for await (const piece of (await readOwnExport(head, id, new Date()))?.pieces ?? []) pieces.push(piece);
    const [heading = "", ...lines] = new TextDecoder().decode(Buffer.concat(pieces)).trim().split("\r\n");
    return { heading, lines: new Map(lines.map((line) => [line.split(";")[0], line.split(";").slice(1)])) };
  };
  const people = await file("ca");
  expect(people.heading).toBe(
    "Referència;Estat decidit;Alumne o alumna: Edat;Plaça: especialitat;En llista d’espera: especialitat;Lloc a la llista d’espera;Decidida;Comunicada;Dia promès",
  );
  expect(people.lines.get(accepted)).toEqual([
    "Acceptada",
    "30",
    "Violín",
    "",
    "",
    "2026-02-01 00:30",
    "2026-02-01 00:30",
    "2026-02-16", // fifteen days after
  ]);
  expect(waits.map((reference) => people.lines.get(reference)?.slice(2, 7))).toEqual([
    ["", "Piano", "1", "2026-02-01 00:30", ""],
    ["", "Piano", "2", "2026-02-01 00:30", ""],
  ]);
  const programs = await file();
  expect(programs.heading).toBe(columns.map(({ name }) => name).join(";"));
  expect(programs.lines.get(accepted)?.slice(0, 1)).toEqual(["accepted"]);
  expect(programs.lines.get(accepted)?.[5]).toBe("2026-02-01T00:30:00+01:00");
});

test("desk 40: in the office's file a phone is one column, in the programs' two", async () => {
  const read = async (columns: typeof exportColumns, locale?: "en") => {
    const request = { source: { ...source, words: "611222333" }, columns, format: "csv;", locale } as const;
    const pieces: Uint8Array[] = [];
    for await (const piece of writeExportFile(actor, request)) pieces.push(piece);
    return new TextDecoder().decode(Buffer.concat(pieces)).trim().split("\r\n");
  };
  const phones = ["student_phone", "student_phone_country_code"];
  expect(await read(pickColumns(phones), "en")).toEqual([expect.stringMatching(/^[^;]+$/), "'+34 611222333"]);
  const programs = exportColumns.filter(({ name }) => phones.includes(name));
  expect(await read(programs)).toEqual(["student_phone_country_code;student_phone", "'+34;611222333"]);
});

test("desk 25: every column of a preset exists", () => {
  const names = exportColumns.map(({ name }) => name);
  for (const [preset, columns] of Object.entries(exportPresets))
    expect([preset, columns.filter((name) => !names.includes(name))]).toEqual([preset, []]);
});

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { checkClaim } from "@/lib/admission/claims/verbs";
import { openRound, planRound } from "@/lib/admission/plan/verbs";
import { findOwnRow, readPublicRound } from "@/lib/admission/queries";
import { findRound } from "@/lib/admission/round";
import { notifyDue } from "@/lib/decisions/notifications/verbs";
import { setLimits } from "@/lib/decisions/places/verbs";
import { readOwnExport } from "@/lib/desk/export/queries";
import { makeExport, requestExport } from "@/lib/desk/export/verbs";
import { prisma } from "@/lib/platform/database/prisma";
import { aMinor } from "@/test/support/data/factories";
import { createEnrollment, createStaffActor, getCurrentYear } from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";
import { roundSteps } from "@/test/support/processes/round-step";
import { pickColumns } from "./columns";

const CODE = "2026-mayo";
const NUMBER = "048275916"; // that of `roundSteps`
const head = createStaffActor("head");
const criterion = {
  code: "level",
  es: "Nivel",
  ca: "Nivell",
  en: "Level",
  points: 5,
  source: "mark",
} as const;

test("admission: the export has points, number, place and rank as published", async () => {
  const { year, piano, violin, otherYear } = await getCurrentYear();
  const limit = (specialityId: number, places: number) => ({ specialityId, syllabusId: null, places });
  await setLimits({ schoolYearId: year, limits: [limit(piano, 2), limit(violin, 1)] }, head);
  const both = { student_speciality_option1: piano, student_speciality_option2: violin };
  const references: string[] = [];
  for (const choices of [both, both, both, both, both, { student_speciality_option1: violin }])
    references.push(await createEnrollment(aMinor(choices)));
  const elsewhere = await createEnrollment(
    aMinor({ school_year_id: otherYear.id, student_speciality_option1: undefined }),
  );
  await planRound({ round: CODE, year, name: "Mayo", criteria: [criterion] }, head);
  const shown = async () => ({ code: CODE, version: (await findRound(CODE))?.version as number });
  await openRound(await shown(), head);
  const score = {
    reference: references[3] as string,
    criterion: "level",
    state: "checked",
    mark: 4,
  } as const;
  await checkClaim(score, head);
  for (const step of ["freeze", "draw", "provisional", "final"] as const)
    await roundSteps[step](await shown(), { kind: "command" });
  await prisma().decision.updateMany({ data: { tellAt: new Date() } });
  await notifyDue(new Date());

  const publicRound = await readPublicRound(CODE);
  if (!publicRound?.result || publicRound.state !== "final") throw new Error("nothing is published");
  const lines = await exported([
    "reference",
    "round_points",
    "round_number",
    "place_speciality",
    "waiting_rank",
  ]);
  for (const reference of references) {
    const ownRow = findOwnRow(publicRound.result, reference);
    const number = createHash("sha256").update(`${CODE}:${NUMBER}:${reference}`).digest("hex");
    expect(lines.get(reference), reference).toEqual([
      ownRow?.place,
      String(ownRow?.row.rank ?? ""),
      String(ownRow?.row.total),
      number,
    ]);
  }
  const rows = references.map((reference) => lines.get(reference) as string[]);
  expect(rows.map(([, , points]) => points)).toEqual(["0", "0", "0", "4", "0", "0"]);
  const places = rows.map(([place]) => place).sort();
  expect(places).toEqual(["", "", "", "Piano", "Piano", "Violín"]);
  expect(rows.flatMap(([place, rank]) => (place ? [] : rank))).toContain("1");
  expect(lines.get(elsewhere)).toEqual(["", "", "", ""]);
});

/** The file's lines by their first column. */
async function exported(columns: string[]) {
  const { actor } = await aMember("admin");
  const source = { filters: { from: "2000-01-01" }, sort: "oldest" } as const;
  const request = { source, columns: pickColumns(columns), format: "csv;" } as const;
  const id = await requestExport(request, actor, new Date());
  await makeExport(id);
  const pieces: Uint8Array[] = [];
  for await (const piece of (await readOwnExport(actor, id, new Date()))?.pieces ?? []) pieces.push(piece);
  const [, ...lines] = new TextDecoder().decode(Buffer.concat(pieces)).trim().split("\r\n");
  return new Map(lines.map((line) => [line.split(";")[0], line.split(";").slice(1)]));
}

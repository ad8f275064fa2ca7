import { expect, test } from "vitest";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { exportColumns } from "@/lib/desk/export/columns";
import { readListPage } from "@/lib/desk/list/queries";
import { readTownReport } from "@/lib/desk/report/queries";
import { getPool } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor } from "@/test/support/data/factories";
import { createEnrollment, setState } from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";
import { listFamilyFees, readEnrollmentRecord } from "./queries";

// The demo school's file: violin in the first course costs 460 + 180 + 685 euros a year of ten months.
const MONTH = 13_250;

test("desk 40: a family's monthly fee is that of its places, else of its first choices, in record, list, file and report", async () => {
  const { current } = await seedDemoSchool();
  const [piano, violin, course] = [1, 2, 5].map((number) => current.id * 1000 + number) as [
    number,
    number,
    number,
  ];
  const { actor } = await aMember("head");
  const family = (student_name: string, student_speciality_option1: number) =>
    createEnrollment(
      aMinor({
        ...{ school_year_id: current.id, student_syllabi_option1: course },
        ...{ student_name, student_speciality_option1 },
      }),
    );
  const laia = await family("Laia", violin);
  const marc = await family("Marc", piano);
  const accept = (specialityId: number, tell: "now" | "with_list") =>
    decideAndNotify({ reference: marc, to: "accepted", specialityId, tell }, actor, new Date());
  await accept(violin, "now");
  await setState(await family("Pol", violin), "rejected");
  // Of one guardian.
  await getPool().query(
    "update guardianships set guardian_id = (select min(guardian_id::text)::uuid from guardianships)",
  );

  const record = await readEnrollmentRecord(actor, laia, new Date());
  const fees = record && (await listFamilyFees(actor, record));
  expect(fees?.map(({ student, price }) => [student, price?.month])).toEqual([
    ["Laia", MONTH],
    ["Marc", MONTH],
  ]);
  const { rows } = await readListPage(actor, { filters: { year: current.id }, sort: "oldest", cursor: {} });
  const column = exportColumns.find(({ name }) => name === "monthly_fee");
  expect(rows.map((row) => [row.student.name, row.price?.month, column?.value(row)])).toEqual([
    ["Laia", MONTH, "132.50"],
    ["Marc", MONTH, "132.50"],
    ["Pol", MONTH, "132.50"],
  ]);
  const readReport = async (hasUnknown = false) => {
    const report = await readTownReport(actor, current.id, { exact: true });
    const rows = report?.parts.instrument ?? [];
    expect(report?.hasUnknownFees).toBe(hasUnknown);
    return [report?.total.fees, ...rows.map(({ name, now, fees }) => [name, now.asked, now.admitted, fees])];
  };
  const report = [MONTH, ["Violín", 2, 1, MONTH], ["Piano", 1, 0, null]];
  expect(await readReport()).toEqual(report);
  const putBack = { to: "pending", reason: "other", internalReason: "Pide piano." } as const;
  await decideAndNotify({ reference: marc, ...putBack }, actor, new Date());
  await accept(piano, "with_list");
  expect(await readReport()).toEqual(report); // as notified

  const noCourse = aMinor({ school_year_id: current.id, student_speciality_option1: piano });
  await setState(await createEnrollment(noCourse), "accepted", piano);
  expect(await readReport(true)).toEqual([MONTH, ["Piano", 2, 1, null], ["Violín", 2, 1, MONTH]]);
});

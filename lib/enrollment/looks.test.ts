import { expect, test } from "vitest";
import { prisma } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor } from "@/test/support/data/factories";
import { prepareNewPeople } from "./enroll/enrollment-document";
import { insertNewPeople } from "./enroll/writes";
import { minorEnrollmentSchema } from "./schema";
import { getAcceptedTerms } from "./terms";

/** From the sixth time on a session keeps how it asks. */
const ENOUGH = 8;

test("in a session that began before anybody had enrolled, no enrollment reads all people from end to end", async () => {
  await seedDemoSchool();
  const { id: school_year_id } = await prisma().schoolYear.findFirstOrThrow();
  const origin = { source: "form", locale: "es" } as const;
  const terms = await getAcceptedTerms(origin);
  const families = Array.from({ length: ENOUGH }, () =>
    prepareNewPeople(minorEnrollmentSchema.parse(aMinor({ school_year_id })), origin, terms),
  );
  const read = await prisma().$transaction(async (tx) => {
    await tx.$executeRaw`update pg_class set reltuples = -1, relpages = 0 where relname = 'all_people'`; // as it was made
    await insertNewPeople(tx, families);
    return tx.$queryRaw`select seq_scan::int, n_tup_ins::int from pg_stat_xact_user_tables where relname = 'all_people'`;
  });
  expect(read).toEqual([{ seq_scan: 0, n_tup_ins: 2 * ENOUGH }]);
});

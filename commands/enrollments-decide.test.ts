import { beforeAll, expect, test } from "vitest";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { anAdult } from "@/test/support/data/factories";
import {
  createEnrollment,
  getCurrentYear,
  readNotifications,
  readStatus,
} from "@/test/support/domain/decisions";
import { runInProcess, runScript } from "@/test/support/processes/command";
import { demo } from "./demo";
import { enrollments } from "./enrollments";

let year: Awaited<ReturnType<typeof getCurrentYear>>;
beforeAll(async () => {
  year = await getCurrentYear();
});

const decide = (...args: string[]) => runInProcess(enrollments, "decide", ...args);

test("`enrollments decide` accepts the first choice without notifying, in its own process", async () => {
  const reference = await createEnrollment({ ...anAdult(), student_speciality_option1: year.violin });
  const { code, stdout, stderr } = await runScript("enrollments", [
    "decide",
    reference.toLowerCase(),
    "accepted",
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(new RegExp(`^${reference} accepted, to be told \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z\\n$`));
  expect(await readStatus(reference)).toMatchObject({
    state: "pending",
    decidedState: "accepted",
    assignedSpecialityId: year.violin,
  });
});

test("--tell now notifies at once, with the reason and the school's text", async () => {
  const reference = await createEnrollment();
  const result = await decide(
    reference,
    "rejected",
    "--reason",
    "age",
    "--words",
    "See you next year.",
    "--tell",
    "now",
  );
  expect(result).toEqual({ code: 0, stdout: `${reference} rejected, told: rejected\n`, stderr: "" });
  expect(await readNotifications(reference)).toMatchObject([
    { kind: "rejected", tells: { words: "See you next year." } },
  ]);
});

test.each(["call", "tell"])("%s names an unknown school year", async (name) => {
  expect(await runInProcess(enrollments, name, "--year", "99")).toEqual({
    code: 1,
    stdout: "",
    stderr: "There is no school year 99.\n",
  });
});

test("--tell with-the-list waits for `tell --year`", async () => {
  const references = [await createEnrollment(), await createEnrollment()];
  for (const reference of references) {
    await decide(reference, "waiting", "--speciality", String(year.piano), "--tell", "with-the-list");
  }
  expect(await runInProcess(enrollments, "tell", "--year", String(year.year))).toEqual({
    code: 0,
    stdout: "2 on the list; all are told.\n",
    stderr: "",
  });
  const notified = await prisma().enrollment.findMany({
    where: { reference: { in: references } },
    select: { state: true },
  });
  expect(notified).toEqual([{ state: "waiting" }, { state: "waiting" }]);
});

const refused: [args: string[], says: RegExp][] = [
  [["NOSUCHRF", "accepted", "--speciality", "1"], /no request with this reference/],
  [["REFERENCE", "rejected"], /needs a reason/],
  [
    ["REFERENCE", "rejected", "--reason", "no_answer"],
    /Its reasons are: no_place, age, requirements, incomplete, other\./,
  ],
  [["REFERENCE", "accepted"], /neither speciality nor course/],
  [["REFERENCE", "waiting"], /speciality or course for the waiting list/],
  [["REFERENCE", "pending", "--reason", "other"], /that is pending cannot become pending/],
  [["REFERENCE", "accepted", "--speciality", "x"], /--speciality is the ID of one, a number/],
  [["REFERENCE", "asked"], /STATE is one of pending, accepted, waiting, rejected, withdrawn/],
  [["REFERENCE", "accepted", "--tell", "never"], /--tell is one of held, now, with-the-list/],
];

test.each(refused)(
  "wrong arguments are refused in one sentence, with exit code 1: %j",
  async (args, message) => {
    const reference = await createEnrollment();
    const { code, stdout, stderr } = await decide(
      ...args.map((arg) => (arg === "REFERENCE" ? reference : arg)),
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(await readStatus(reference)).toMatchObject({ decidedState: "pending", version: 0 });
  },
);

test("`demo enrollments` creates families in every state, some of them not notified yet", async () => {
  const before = (await prisma().enrollment.findMany({ select: { reference: true } })).map(
    ({ reference }) => reference,
  );
  const { stdout } = await runInProcess(demo, "enrollments", "40");
  expect(stdout).toBe("Enrolled 40 families. The desk shows them.\n");
  const { rows } = await getPool().query<{ decided: string; untold: number; count: number }>(
    `select e.decided_state as decided, count(*)::int as count,
       count(*) filter (where e.state <> e.decided_state)::int as untold
     from enrollments e join people p on p.id = e.student_id
     where e.created_at < now() - interval '5 minutes' group by 1 order by e.decided_state::text`,
  );
  expect(rows.map(({ decided }) => decided)).toEqual([
    "accepted",
    "pending",
    "rejected",
    "waiting",
    "withdrawn",
  ]);
  expect(rows[1]?.count).toBeGreaterThanOrEqual(12);
  expect(rows.some(({ untold }) => untold > 0)).toBe(true);
  const limits = await prisma().place.findMany({ select: { specialityId: true } });
  const specialities = await prisma().speciality.findMany({ where: { schoolYearId: year.year } });
  expect(limits.map(({ specialityId }) => specialityId).toSorted()).toEqual(
    specialities.map(({ id }) => id).toSorted(),
  );
  const unrequested = await getPool().query(
    `select 1 from enrollments e join decisions d on d.enrollment_id = e.id
     where d.to_state = 'waiting' and d.decided_at > now() - interval '1 hour' and e.reference not in (select unnest($1::text[]))
       and not exists (select from speciality_choices c where c.enrollment_id = e.id and c.speciality_id = d.speciality_id)`,
    [before],
  );
  expect(unrequested.rowCount).toBe(0);
});

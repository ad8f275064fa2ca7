import { beforeAll, expect, test } from "vitest";
import { getPool } from "@/lib/platform/database/prisma";
import { readDraft } from "@/lib/wizard/drafts/writes";
import { loadCatalogue } from "@/test/support/data/catalogue";
import { aMinor } from "@/test/support/data/factories";
import { startApi } from "@/test/support/servers/api";
import { openPage, submitForm, type Visitor } from "./browser";
import { findForm } from "./entry-points";
import { fixtureCatalogue, signedInFamily } from "./fixture-school";

let guardian: Visitor;

beforeAll(async () => {
  await loadCatalogue(fixtureCatalogue() as never);
  const api = await startApi();
  await api.post("academic/minor_enrollment", aMinor({ student_name: "Ada", school_year_id: 6 }));
  await api.stop();
  const { rows } = await getPool().query(
    "select guardian_id as id from guardianships join people s on s.id = student_id where s.name = 'Ada'",
  );
  const [{ id }] = rows as [{ id: string }];
  await getPool().query("insert into accounts (person_id, password_hash) values ($1, '')", [id]);
  guardian = await signedInFamily(id);
});

test("families 37: a signed-in family keeps the course and instrument with which it comes from the home page", async () => {
  const start = await openPage(guardian, "/enroll?course=61&instrument=61");
  const form = findForm(start, 'value="new"').post();
  form.set("whom", "new");
  const next = await submitForm(guardian, start.address, form);
  expect(next.address).toMatch(/^\/enroll\/[\w-]+\?course=61&instrument=61$/);
  const draft = await readDraft(guardian.jar.get("matricula_draft"));
  expect(draft?.content.pending?.specialities?.typed).toMatchObject({
    student_syllabi_option1: "61",
    student_speciality_option1: "61",
  });

  const plain = findForm(await openPage(guardian, "/enroll?course=999999"), 'value="new"').post();
  expect([...plain.keys()]).not.toContain("course");
});

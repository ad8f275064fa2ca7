import { randomBytes, randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import pg from "pg";
import { mailJobsStatement } from "@/lib/mail/queue";
import { reportReady } from "./report-ready";
import { subjectsSchema } from "./subjects-schema";
import { type Checked, checkedMinor, isAuthorized } from "./validation";

// Fastify and pg as their documentation advises: a response schema, a pool, named (prepared)
// statements, and for the write one transaction on one connection.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const jobs = await mailJobsStatement();
const app = Fastify();

app.addHook("onRequest", async (request, reply) => {
  if (!isAuthorized(request.headers.authorization)) return reply.code(401).send({ status: "error" });
});

app.get<{ Querystring: { school_year_id: number } }>(
  "/api/v1/academic/subjects",
  { schema: subjectsSchema },
  async ({ query }) => {
    const { rows } = await pool.query({
      name: "subjects",
      text: `select id, code, name, school_seconds, price::float8, student_ratio, ects::float8, is_individual, school_year_id
        from subjects where school_year_id = $1 order by id`,
      values: [query.school_year_id],
    });
    return {
      status: "success",
      data: rows.map(({ school_seconds, ...row }) => ({ ...row, school_hours: hours(school_seconds) })),
    };
  },
);

const hours = (seconds: number) =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, "0"))
    .join(":");

app.post("/api/v1/academic/minor_enrollment", async (request, reply) => {
  const checked = await checkedMinor(request.body);
  if (!checked) return reply.code(422).send({ status: "error" });
  const client = await pool.connect();
  try {
    await client.query("begin");
    await insert(client, checked);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
  return reply.code(201).send({ status: "success", data: "Enrollment created successfully." });
});

async function insert(client: pg.PoolClient, { input, people }: Checked) {
  const [student, ...guardians] = people as [Checked["people"][number], ...Checked["people"]];
  const rows = people.map(({ role, ...row }) => ({ ...row, locale: "es" }));
  const enrollment = randomUUID();
  const messages = people.map(({ id, role }) => ({
    id: randomUUID(),
    person_id: id,
    kind: role === "student" ? "minor_student" : role,
  }));
  const named = (name: string, text: string, ...values: unknown[]) => client.query({ name, text, values });
  await named(
    "people",
    `insert into people (id, email, email_key, name, surname, birth_date, document_type, document, document_key,
       phone_country_code, phone, country, city, zip_code, address, locale)
     select id, email, email_key, name, surname, birth_date, document_type, document, document_key,
       phone_country_code, phone, country, city, zip_code, address, locale
     from jsonb_populate_recordset(null::people, $1)`,
    JSON.stringify(rows),
  );
  await named(
    "guardianships",
    "insert into guardianships (student_id, guardian_id, position) select $1, g.id, g.at from unnest($2::uuid[]) with ordinality as g(id, at)",
    student.id,
    guardians.map(({ id }) => id),
  );
  await named(
    "enrollment",
    `insert into enrollments (id, reference, school_year_id, student_id, terms_url, terms_accepted_at, locale, source)
     values ($1, $2, $3, $4, 'https://example.org/terms', now(), 'es', 'form')`,
    enrollment,
    randomBytes(6).toString("base64url"),
    input.school_year_id,
    student.id,
  );
  await named(
    "messages",
    "insert into mail_messages (id, kind, enrollment_id, person_id, locale) select m.id, m.kind, $1, m.person_id, 'es' from jsonb_to_recordset($2) as m(id uuid, kind mail_kind, person_id uuid)",
    enrollment,
    JSON.stringify(messages),
  );
  await named("jobs", jobs, JSON.stringify(messages.map(({ id }) => ({ id, data: { messageId: id } }))));
}

await app.listen({ port: 0, host: "127.0.0.1" });
reportReady((app.server.address() as AddressInfo).port);

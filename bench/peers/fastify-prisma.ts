import { randomBytes, randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { dateOf } from "@/lib/dates";
import { mailJobsStatement } from "@/lib/mail/queue";
import { prisma } from "@/lib/prisma";
import { reportReady } from "./report-ready";
import { type Checked, checkedMinor, isAuthorized } from "./validation";

// Fastify and Prisma as most services write it: one interactive transaction. It has the same pool
// and named statements as we have, which is more than Prisma's default gives.

const jobs = await mailJobsStatement();
const app = Fastify();

app.addHook("onRequest", async (request, reply) => {
  if (!isAuthorized(request.headers.authorization)) return reply.code(401).send({ status: "error" });
});

app.post("/api/v1/academic/minor_enrollment", async (request, reply) => {
  const checked = await checkedMinor(request.body);
  if (!checked) return reply.code(422).send({ status: "error" });
  await prisma().$transaction((tx) => insert(tx, checked));
  return reply.code(201).send({ status: "success", data: "Enrollment created successfully." });
});

type Transaction = Parameters<Parameters<ReturnType<typeof prisma>["$transaction"]>[0]>[0];

async function insert(tx: Transaction, { input, people }: Checked) {
  const [student, ...guardians] = people as [Checked["people"][number], ...Checked["people"]];
  await tx.person.createMany({
    data: people.map((person) => ({
      id: person.id,
      email: person.email,
      emailKey: person.email_key,
      name: person.name,
      surname: person.surname,
      birthDate: person.birth_date ? dateOf(person.birth_date) : null,
      documentType: person.document_type,
      document: person.document,
      documentKey: person.document_key,
      phoneCountryCode: person.phone_country_code,
      phone: person.phone,
      country: person.country,
      city: person.city,
      zipCode: person.zip_code,
      address: person.address,
      locale: "es",
    })),
  });
  await tx.guardianship.createMany({
    data: guardians.map(({ id }, at) => ({ studentId: student.id, guardianId: id, position: at + 1 })),
  });
  const enrollment = await tx.enrollment.create({
    data: {
      id: randomUUID(),
      reference: randomBytes(6).toString("base64url"),
      schoolYearId: input.school_year_id,
      studentId: student.id,
      termsUrl: "https://example.org/terms",
      termsAcceptedAt: new Date(),
      locale: "es",
      source: "form",
    },
    select: { id: true },
  });
  const messages = people.map(({ id, role }) => ({
    id: randomUUID(),
    kind: role === "student" ? ("minor_student" as const) : role,
    enrollmentId: enrollment.id,
    personId: id,
    locale: "es",
  }));
  await tx.mailMessage.createMany({ data: messages });
  const queued = JSON.stringify(messages.map(({ id }) => ({ id, data: { messageId: id } })));
  await tx.$executeRawUnsafe(jobs, queued);
}

await app.listen({ port: 0, host: "127.0.0.1" });
reportReady((app.server.address() as AddressInfo).port);

import { randomInt } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import { getSchoolContext } from "@/lib/enrollment/queries";
import type { AdultEnrollment, MinorEnrollment } from "@/lib/enrollment/schema";
import type { Locale } from "@/lib/i18n/locales";
import { prisma } from "@/lib/platform/database/prisma";
import { createSampleFamily, readSampleYear, type SampleFamily } from "@/lib/sandbox/seed/made-up-family";

const DAY_MS = 24 * 3600 * 1000;
const DAYS = 21;

/** Enrolls invented families over the last weeks, some with addresses that bounce. @returns references, oldest first */
export async function seedFamilies(count: number, now: Date): Promise<string[]> {
  const { schoolYears, today } = await getSchoolContext();
  const year = schoolYears[0];
  if (!year) throw new Error("No school year takes enrollments. Import a catalogue first.");
  const sample = await readSampleYear(year.id);
  const references: string[] = [];
  for (let i = 0; i < count; i++) {
    const family = createSampleFamily(sample, today, randomInt);
    const { reference } = await create(family);
    const createdAt = new Date(now.getTime() - ((count - i) / count) * DAYS * DAY_MS + randomInt(7_200_000));
    await setCreationTime(reference, createdAt, i % 13 === 6);
    if (family.label) await label(reference, family.label);
    references.push(reference);
  }
  return references;
}

function create({ body, locale }: SampleFamily) {
  const origin = { source: "form" as const, locale: locale as Locale };
  const kind = "guardian_email" in body ? "minor" : "adult";
  return enroll([{ kind, submitted: body satisfies AdultEnrollment | MinorEnrollment }], origin);
}

async function setCreationTime(reference: string, createdAt: Date, hasBounced: boolean) {
  const arrivedAt = new Date(createdAt.getTime() + 90_000);
  await prisma().enrollment.update({
    where: { reference },
    data: { createdAt, termsAcceptedAt: createdAt },
    select: { id: true },
  });
  await prisma().mailMessage.updateMany({
    where: { enrollment: { reference } },
    data: { createdAt, state: "delivered", sentAt: arrivedAt, deliveredAt: arrivedAt },
  });
  if (hasBounced) {
    const where: Prisma.MailMessageWhereInput = {
      enrollment: { reference },
      kind: { in: ["guardian", "adult_student"] },
    };
    await prisma().mailMessage.updateMany({
      where,
      data: { state: "bounced", deliveredAt: null, bouncedAt: arrivedAt },
    });
    const messages = await prisma().mailMessage.findMany({
      where,
      select: { person: { select: { emailKey: true } } },
    });
    await prisma().mailSuppression.createMany({
      data: messages.flatMap(({ person: { emailKey } }) =>
        emailKey ? [{ emailKey, reason: "bounced", createdAt: arrivedAt }] : [],
      ),
    });
  }
}

async function label(reference: string, name: string) {
  const { id } = await prisma().enrollment.findUniqueOrThrow({ where: { reference }, select: { id: true } });
  const nameKey = name.toLowerCase();
  await prisma().label.upsert({
    where: { nameKey },
    create: { name, nameKey, enrollments: { create: { enrollmentId: id } } },
    update: { enrollments: { create: { enrollmentId: id } } },
    select: { id: true },
  });
}

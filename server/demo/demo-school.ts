import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { createApiKey, defaultScopes } from "@/lib/api/keys";
import { hasAdministrator, inviteMember } from "@/lib/people/staff/verbs";
import { prisma } from "@/lib/platform/database/prisma";
import { toLocalDay } from "@/lib/platform/dates";
import { env } from "@/lib/platform/env";
import { readSettings, writeSetting } from "@/lib/school/settings";
import { seedSchool } from "@/prisma/seed";

const PLACES_PER_INSTRUMENT = 20;

/** Until there is a real administrator. */
const ADMINISTRATOR = "direccion@escuela.example";

/** A one-time link for the demo's administrator; undefined once an invitation was accepted. */
export async function getAdministratorLink(): Promise<string | undefined> {
  if (await hasAdministrator()) return;
  const { default_locale: locale } = await readSettings();
  const invitation = { email: ADMINISTRATOR, role: "admin" as const, locale };
  return inviteMember(invitation, { kind: "command" }, new Date());
}

/** Creates the demo school at the first start; returns the file of the demo key. */
export async function ensureDemoSchool(progress: (step: string) => void): Promise<string> {
  const { demo_school } = await readSettings();
  if (demo_school && (await prisma().schoolYear.count()) === 0) {
    progress("Seeding the demo school");
    await seedSchool(toLocalDay((await readSettings()).time_zone));
    await limitInstruments();
    await writeSetting("staff_second_factor", "optional");
  }
  const file = path.join(env.DATA_DIR, "demo-api-key");
  if (!existsSync(file)) await createDemoKey(file);
  return file;
}

/** Without limits the desk's pages of places would be empty. */
async function limitInstruments() {
  const specialities = await prisma().speciality.findMany({ select: { id: true, schoolYearId: true } });
  await prisma().place.createMany({
    data: specialities.map(({ id, schoolYearId }) => ({
      schoolYearId,
      specialityId: id,
      places: PLACES_PER_INSTRUMENT,
    })),
  });
}

async function createDemoKey(file: string) {
  const now = new Date();
  await prisma().apiKey.updateMany({
    where: { name: "demo" }, // its file is gone, so the secret is lost
    data: { name: `demo until ${now.toISOString()}`, revokedAt: now },
  });
  const secret = await createApiKey({ name: "demo", scopes: defaultScopes, expiresAt: null, mode: "live" });
  await writeFile(file, secret, { mode: 0o600 });
}

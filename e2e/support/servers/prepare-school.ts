import { createApiKey, defaultScopes } from "@/lib/api/keys";
import { migrate } from "@/lib/platform/database/migrations";
import { closeDatabase } from "@/lib/platform/database/open-database";
import { toLocalDay } from "@/lib/platform/dates";
import { env } from "@/lib/platform/env";
import { readSettings } from "@/lib/school/settings";
import { seedSchool } from "@/prisma/seed";

// A separate process, because Playwright cannot load lib's JSON imports.
await migrate(env.DATABASE_URL as string);
await seedSchool(toLocalDay((await readSettings()).time_zone));
const options = { scopes: defaultScopes, expiresAt: null };
const key = await createApiKey({ name: "e2e", mode: "live", ...options });
const testKey = await createApiKey({ name: "e2e sandbox", mode: "test", ...options });
const signalKey = await createApiKey({ name: "e2e signal", mode: "live", ...options }); // see renew-data.ts
await closeDatabase();
process.send?.({ key, testKey, signalKey }, () => process.disconnect());

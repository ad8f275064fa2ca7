import { closeDatabase } from "@/lib/platform/database/open-database";
import { toLocalDay } from "@/lib/platform/dates";
import { seedSchool } from "@/prisma/seed";

// Seeds the template database in a separate process.
await seedSchool(toLocalDay("Europe/Madrid"));
await closeDatabase();

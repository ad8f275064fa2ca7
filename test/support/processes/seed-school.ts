import { closeDatabase } from "@/lib/platform/database/open-database";
import { toLocalDay } from "@/lib/platform/dates";
import { seedSchool } from "@/prisma/seed";

// The demo school, in a process of its own: for the database of which tests are given copies.
await seedSchool(toLocalDay("Europe/Madrid"));
await closeDatabase();

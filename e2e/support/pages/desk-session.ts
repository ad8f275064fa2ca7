import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import type { StaffRole } from "@/lib/people/staff/permissions";
import type { Database, School } from "../servers/school";

/** Opens the desk with a session; sign-in has its own tests. */
export async function openDesk(
  context: BrowserContext,
  school: School,
  role: StaffRole,
  name = "Marta Vila",
) {
  if (!school.database) throw new Error("A deployed server has no desk session.");
  const value = await createDeskSession(school.database, role, name);
  await context.addCookies([{ name: "desk", value, url: school.url }]);
}

/** Creates a member with a session; returns the cookie's value. */
export async function createDeskSession({ query }: Pick<Database, "query">, role: StaffRole, name: string) {
  const [id, token] = [randomUUID(), randomBytes(32).toString("base64url")];
  await query(
    `insert into staff_members (id, email, email_key, name, role, locale, password_hash, totp_confirmed_at, totp_secret)
     values ($1, $2, $2, $3, $4::staff_role, 'es', 'x', now(), 'x')`,
    [id, `${id}@escuela.example`, name, role],
  );
  await query(
    `insert into staff_sessions (hash, id, member_id, created_at, last_used_at, opened_at, password_at, user_agent)
     values ($1, $2, $3, now(), now(), now(), now(), 'test')`,
    [createHash("sha256").update(token).digest(), randomUUID(), id],
  );
  return token;
}

/** By its exact name. */
export const clickButton = (page: Page, name: string | RegExp) =>
  page.locator("main").getByRole("button", { name, exact: true }).click();

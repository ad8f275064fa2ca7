import { type Actor, type StaffRole, staffRoles } from "@/lib/people/staff/permissions";
import { inviteMember, listMembers, removeMember, resetFactor } from "@/lib/people/staff/verbs";
import { DomainError } from "@/lib/people/verb";
import { withDatabase } from "@/lib/platform/database/open-database";
import { readSettings } from "@/lib/school/settings";
import { createCommandLine, defineCommand, printLine, runCommandLine } from "./command-line";

const USAGE = `Manages the staff of the desk.

  npm run --silent staff -- invite E-MAIL --role ROLE
  npm run --silent staff -- list
  npm run --silent staff -- remove E-MAIL
  npm run --silent staff -- reset-factor E-MAIL

invite prints only a link, with which the person sets a password within three days. A person who already has
access keeps the role and gets a link for a new password. The roles: ${staffRoles.join(", ")}.
remove revokes a person's access at once; the last administrator cannot be removed.
reset-factor removes a lost second factor; the person sets up a new one at the next sign-in.`;

const actor: Actor = { kind: "command" };

export const staff = createCommandLine(USAGE, {
  invite: defineCommand({
    positionals: ["E-MAIL"],
    options: { role: { type: "string" } },
    run: async ([email = ""], { role }) => {
      const knownRole = staffRoles.find((one) => one === role);
      if (!knownRole) throw new Error(`--role must be one of ${staffRoles.join(", ")}.`);
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new Error("E-MAIL must be an e-mail address.");
      printLine(await withDatabase(() => invite(email, knownRole)));
    },
  }),
  list: defineCommand({ run: async () => printLine(await withDatabase(formatMembers)) }),
  remove: defineCommand({
    positionals: ["E-MAIL"],
    run: async ([email = ""]) => {
      await withDatabase(() => change(email, removeMember));
      printLine(`Removed ${email}.`);
    },
  }),
  "reset-factor": defineCommand({
    positionals: ["E-MAIL"],
    run: async ([email = ""]) => {
      await withDatabase(() => change(email, resetFactor));
      printLine(`${email} must set up a new second factor at the next sign-in.`);
    },
  }),
});

async function invite(email: string, role: StaffRole): Promise<string> {
  const { default_locale } = await readSettings();
  return inviteMember({ email, role, locale: default_locale }, actor, new Date());
}

async function formatMembers(): Promise<string> {
  const members = await listMembers(actor);
  if (members.length === 0)
    return "Nobody works at the desk yet. `staff -- invite E-MAIL --role admin` begins.";
  return members
    .map(({ email, role, accepted, hasFactor }) => {
      const state = accepted ? (hasFactor ? "second factor" : "password only") : "invited";
      return [email, role, state].join("\t");
    })
    .join("\n");
}

async function change(email: string, verb: typeof removeMember): Promise<void> {
  const member = (await listMembers(actor)).find((one) => one.email.toLowerCase() === email.toLowerCase());
  if (!member) throw new Error(`Nobody at the desk has the address ${email}.`);
  await verb({ member: member.id }, actor).catch((error) => {
    if (!(error instanceof DomainError)) throw error;
    throw new Error("The last administrator cannot be removed. Make somebody else an administrator first.");
  });
}

if (import.meta.main) await runCommandLine(staff);

import { changeMessageEmail, resendMailMessage, setMailPause } from "@/lib/desk/mail/verbs";
import { email } from "@/lib/enrollment/field-schemas";
import { getMessage, listFailedMessages, listMessages } from "@/lib/mail/writes";
import { withDatabase } from "@/lib/platform/database/open-database";
import { createCommandLine, defineCommand, printLine, runCommandLine } from "./command-line";

type ResendOutcome = Awaited<ReturnType<typeof resendMailMessage>>["outcome"];

const USAGE = `Shows and resends the school's e-mails.

  npm run --silent mail -- list [--failed] [--search WORDS] [--limit N] [--json]
  npm run --silent mail -- show ID
  npm run --silent mail -- resend ID
  npm run --silent mail -- resend --failed
  npm run --silent mail -- address ID E-MAIL
  npm run --silent mail -- pause
  npm run --silent mail -- go-on

list shows the newest 50 messages. --failed: only those that failed, bounced or were reported as spam.
--search: only those whose name, address or reference contains all of the words.
resend tries a queued message at once. For any other message it sends a new one, whose link replaces the old
one. --failed resends every failed message that was not resent yet.
address replaces the e-mail address of a message's recipient. A bounced address gets no further messages.
pause stops the messages to families on all machines until go-on. Paused messages are sent then; none is lost.
The text of a message is deleted after it is sent, so it cannot be shown.`;

const actor = { kind: "command" } as const;

const refusals: Partial<Record<ResendOutcome, string>> = {
  unknown: "There is no message with this ID.",
  suppressed: "The address bounced or its owner complained: nothing more goes there. See “address”.",
  "kept apart": "The desk's mark keeps this guardian apart from the enrollment.",
  "no mailbox":
    "There is no address: the system made one up (a minor without e-mail), or it went to another one, which is not kept.",
};

export const mail = createCommandLine(USAGE, {
  list: defineCommand({
    options: {
      failed: { type: "boolean" },
      search: { type: "string" },
      limit: { type: "string" },
      json: { type: "boolean" },
    },
    run: async (_, { failed = false, search, limit = "50", json }) => {
      if (!/^[1-9]\d{0,4}$/.test(limit)) throw new Error("--limit must be a number from 1 on.");
      const messages = await withDatabase(() => listMessages({ failed, search, limit: Number(limit) }));
      if (json) return printLine(JSON.stringify(messages, null, 2));
      printLine(messages.length === 0 ? "No messages." : messages.map(formatLine).join("\n"));
    },
  }),
  show: defineCommand({ positionals: ["ID"], run: async ([id = ""]) => show(parseId(id)) }),
  resend: defineCommand({
    positionals: ["[ID]"],
    options: { failed: { type: "boolean" } },
    run: ([id], { failed }) => {
      if (id !== undefined && failed) throw new Error("Use either an ID or --failed.");
      if (failed) return resendAll();
      if (id === undefined) throw new Error("ID is missing.");
      return resend(parseId(id));
    },
  }),
  pause: setPause("yes", "E-mails to families are paused.", "They were paused before."),
  "go-on": setPause("no", "E-mails are sent again.", "They were not paused."),
  address: defineCommand({
    positionals: ["ID", "E-MAIL"],
    run: async ([id = "", address = ""]) => {
      const parsed = email.safeParse(address);
      if (!parsed.success) throw new Error("E-MAIL is not a deliverable e-mail address.");
      await withDatabase(() => change(parseId(id), parsed.data));
    },
  }),
});

function setPause(paused: "yes" | "no", changedText: string, unchangedText: string) {
  const set = () => setMailPause({ paused }, actor);
  return defineCommand({
    run: async () => printLine((await withDatabase(set)) ? changedText : unchangedText),
  });
}

async function resend(message: string) {
  const { outcome, id } = await withDatabase(() => resendMailMessage({ message }, actor));
  if (!id) throw new Error(refusals[outcome]);
  printLine(outcome === "tried now" ? `${id} is tried now.` : `Queued as ${id}.`);
}

async function resendAll() {
  const { queued, refused } = await withDatabase(async () => {
    const failed = await listFailedMessages();
    let queued = 0;
    for (const message of failed) if ((await resendMailMessage({ message }, actor)).id) queued++;
    return { queued, refused: failed.length - queued };
  });
  const note = refused > 0 ? ` ${refused} cannot be sent: see “list --failed”.` : "";
  printLine(`Queued ${queued} message${queued === 1 ? "" : "s"} again.${note}`);
}

type Message = Awaited<ReturnType<typeof listMessages>>[number];

function formatLine({ id, createdAt, state, kind, locale, enrollment, person, lastError }: Message): string {
  const name = [person.name, person.surname].filter(Boolean).join(" ") || "-";
  const columns = [createdAt.toISOString().slice(0, 16).replace("T", " "), state.padEnd(10), kind.padEnd(15)];
  return [id, ...columns, locale, enrollment?.reference ?? "-".padEnd(8), name, person.email, lastError ?? ""]
    .join("  ")
    .trimEnd();
}

async function show(id: string) {
  const message = await withDatabase(() => getMessage(id));
  if (!message) throw new Error(refusals.unknown);
  const { person, enrollment, suppression, ...rest } = message;
  const fields = { ...rest, reference: enrollment?.reference, to: person.email };
  const filled = Object.entries(fields).filter(([, value]) => value != null);
  const lines = filled.map(([name, value]) => `${name.padEnd(16)} ${formatValue(value)}`);
  if (suppression)
    lines.push(
      `Nothing more goes to this address: ${suppression.reason} ${suppression.createdAt.toISOString()}`,
    );
  printLine(lines.join("\n"));
}

function formatValue(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

async function change(id: string, address: string) {
  if (!(await getMessage(id))) throw new Error(refusals.unknown);
  if (!(await changeMessageEmail({ message: id, email: address }, actor)))
    throw new Error("Somebody in the system has this address already.");
  printLine("Changed. Send the message again with “resend”.");
}

function parseId(id: string): string {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) throw new Error(`“${id}” is no message's ID.`);
  return id.toLowerCase();
}

if (import.meta.main) await runCommandLine(mail);

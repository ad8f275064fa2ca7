import { withDatabase } from "@/lib/platform/database/open-database";
import { collectPersonalData } from "@/lib/privacy/data-copy/queries";
import { findPersonByEmail } from "@/lib/privacy/queries";
import { ErasureError, erasePerson, replayErasures } from "@/lib/privacy/verbs";
import { createCommandLine, defineCommand, printLine, rethrowAs, runCommandLine } from "./command-line";

const USAGE = `Exports or erases the data of a person.

  npm run --silent privacy -- export E-MAIL
  npm run --silent privacy -- erase E-MAIL [--with-children]
  npm run --silent privacy -- replay [FILE]

export prints the data that the person has a right to as JSON, without the data of other guardians.
erase deletes the person's data at once and permanently. References, states, choices and counts are retained.
The only guardian of a child is refused, with the references, unless --with-children also erases the children.
replay erases people again whom a restored backup brought back. Every start does this with DATA_DIR/erasures;
FILE is that list from another machine.`;

export const privacy = createCommandLine(USAGE, {
  export: defineCommand({
    positionals: ["E-MAIL"],
    run: async ([email = ""]) => {
      const data = await withDatabase(async () => {
        const id = await findPersonByEmail(email);
        return id && collectPersonalData(id, new Date());
      });
      if (!data) throw new Error(UNKNOWN);
      printLine(JSON.stringify(data, null, 2));
    },
  }),
  erase: defineCommand({
    positionals: ["E-MAIL"],
    options: { "with-children": { type: "boolean" } },
    run: async ([email = ""], options) => {
      printLine(await withDatabase(() => erase(email, options["with-children"] ?? false)));
    },
  }),
  replay: defineCommand({
    positionals: ["[FILE]"],
    run: async ([file]) => {
      const count = await withDatabase(() => replayErasures(new Date(), file));
      printLine(`${count} ${count === 1 ? "person" : "people"} of a restored backup erased again.`);
    },
  }),
});

const UNKNOWN = "Nobody in the system has this e-mail address.";

async function erase(email: string, withChildren: boolean): Promise<string> {
  const id = await findPersonByEmail(email);
  if (!id) throw new Error(UNKNOWN);
  const erasing = erasePerson(id, { actor: { kind: "command" }, withChildren, now: new Date() });
  const { people, references } = await erasing.catch(rethrowAs(toReadableError));
  const remaining = references.length === 0 ? "" : ` What stays, without names: ${references.join(", ")}.`;
  return `Erased ${people.length} ${people.length === 1 ? "person" : "people"}.${remaining}`;
}

function toReadableError(error: unknown): unknown {
  if (!(error instanceof ErasureError)) return error;
  if (error.code === "unknown_person") return new Error(UNKNOWN);
  return new Error(
    `This is the only guardian of a child under age: ${error.references.join(", ")}. With --with-children the children go too.`,
  );
}

if (import.meta.main) await runCommandLine(privacy);

import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";

const ROOT = path.resolve("prisma/sql");

/** The SQL for a definition, by the name in the file name. */
const kinds = {
  functions: "select pg_get_functiondef(to_regproc($1)) as definition",
  views: "select pg_get_viewdef(to_regclass($1)) as definition",
};

/** The files of functions and views, such as `views/people.sql`. */
export async function listSqlObjects(): Promise<string[]> {
  const files = await Promise.all(
    Object.keys(kinds).map(async (kind) =>
      (await readdir(path.join(ROOT, kind))).map((file) => `${kind}/${file}`),
    ),
  );
  return files.flat().sort();
}

export const readSqlObject = (file: string): Promise<string> => readFile(path.join(ROOT, file), "utf8");

/** Files whose definition differs from the database's; runs them in a transaction that is rolled back. */
export async function findChangedSqlObjects(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("begin");
    const changed = [];
    for (const file of await listSqlObjects()) {
      const previous = await readDefinition(client, file);
      await client.query(await readSqlObject(file));
      if ((await readDefinition(client, file)) !== previous) changed.push(file);
    }
    return changed;
  } finally {
    await client.end(); // rolls back
  }
}

async function readDefinition(client: pg.Client, file: string): Promise<string | null> {
  const { rows } = await client.query(kinds[path.dirname(file) as keyof typeof kinds], [
    path.basename(file, ".sql"),
  ]);
  return rows[0].definition;
}

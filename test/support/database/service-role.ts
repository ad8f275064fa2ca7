import { readFile } from "node:fs/promises";
import pg from "pg";

/** The role of docs/operations.md, "Two roles", created by the SQL there; `database` is the owner's URL. */
export async function createServiceRole(database = process.env.DATABASE_URL as string) {
  const name = new URL(database).pathname.slice(1);
  const role = `service_of_${name}`;
  const page = await readFile("docs/operations.md", "utf8");
  const [, sql = ""] = /## Two roles.*?```sql\n(.*?)```/s.exec(page) ?? [];
  const statements = sql
    .replaceAll("matricula_service", role)
    .replaceAll("a long password", "of-the-tests")
    .replaceAll("database school", `database ${name}`);
  const owner = new pg.Client(database);
  await owner.connect();
  await owner.query(statements);
  const changeSetting = async (setting: string) => {
    await owner.query(`alter database ${name} ${setting}`);
    await owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
      [name],
    );
  };
  return {
    role,
    url: Object.assign(new URL(database), { username: role, password: "of-the-tests" }).href,
    /** New sessions use the role. */
    enter: () => changeSetting(`set role = ${role}`),
    /** Back to the owner. */
    leave: () => changeSetting("reset role"),
    async drop() {
      await changeSetting("reset role");
      await owner.query(`drop owned by ${role}; drop role ${role}`);
      await owner.end();
    },
  };
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, chownSync, constants } from "node:fs";
import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findPostgresUser } from "@/lib/platform/database/embedded-process";
import { killWithTests } from "../support/processes/child-processes";
import { reservePort } from "../support/processes/free-port";

/** Debian's path or PGBOUNCER; undefined if it is missing. */
export function findPgbouncer(): string | undefined {
  const places = [process.env.PGBOUNCER, "/usr/sbin/pgbouncer"];
  return places.find((place) => {
    try {
      if (place) accessSync(place, constants.X_OK);
      return place !== undefined;
    } catch {
      return false;
    }
  });
}

/** Starts PgBouncer in transaction mode for a database; returns its port. */
export async function startPgbouncer(program: string, url: string): Promise<number> {
  const { port, username, password } = new URL(url);
  const folder = await mkdtemp(path.join(tmpdir(), "matricula-pgbouncer-"));
  const listenPort = await reservePort();
  const config = path.join(folder, "pgbouncer.ini");
  const users = path.join(folder, "users.txt");
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    config,
    `[databases]
* = host=127.0.0.1 port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 8
max_client_conn = 1000
logfile = ${path.join(folder, "log")}
`,
  );
  const user = findPostgresUser(); // it refuses to be root
  for (const file of [folder, config, users]) if (user) chownSync(file, user.uid, user.gid);
  await chmod(folder, 0o755);
  const child = killWithTests(spawn(program, ["-q", config], { ...user, stdio: "inherit" }));
  await waitUntilListening(listenPort, once(child, "exit"));
  return listenPort;
}

async function waitUntilListening(port: number, ended: Promise<unknown>) {
  let hasEnded = false;
  ended.then(() => (hasEnded = true));
  while (!hasEnded) {
    const socket = connect(port, "127.0.0.1");
    const open = await Promise.race([
      once(socket, "connect").then(
        () => true,
        () => false,
      ),
      sleep(1_000, false),
    ]);
    socket.destroy();
    if (open) return;
    await sleep(50);
  }
  throw new Error("PgBouncer did not start.");
}

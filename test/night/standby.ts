import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { createCluster, readOrCreatePassword } from "@/lib/platform/database/embedded";
import {
  findBinaries,
  findPostgresUser,
  getClusterPath,
  toCommand,
} from "@/lib/platform/database/embedded-process";
import { killWithTests } from "../support/processes/child-processes";
import { reservePort } from "../support/processes/free-port";
import { getPostgresStatus } from "../support/servers/npm-start";

export type Pair = Awaited<ReturnType<typeof primaryAndStandby>>;

/**
 * A primary with a streaming standby, behind a proxy to the last promoted one; `waited`: synchronous
 * replication.
 */
export async function primaryAndStandby({ synchronous, tls }: { synchronous: boolean; tls: boolean }) {
  const folder = await mkdtemp(path.join(tmpdir(), "matricula-standby-"));
  const [first, second] = [path.join(folder, "first"), path.join(folder, "second")];
  execFileSync("mkdir", [first]);
  execFileSync("chmod", ["711", folder]);
  const password = await readOrCreatePassword(first);
  await createCluster(first);
  const certificate = tls ? createCertificate(folder) : undefined;
  execFileSync("cp", ["-a", first, second]); // before the first start: the same cluster to the last byte
  const ports = [await reservePort(), await reservePort()];
  const address = (index: number) => `127.0.0.1:${ports[index]}`;
  const toUrl = (hosts: string, options = "") =>
    `postgresql://matricula:${password}@${hosts}/postgres${options}`;

  const clusters = [
    await start(first, ports[0] as number, {
      ...certificate,
      wal_keep_size: "1GB",
      ...(synchronous && { synchronous_standby_names: "*" }),
    }),
  ];
  const signal = path.join(getClusterPath(second), "standby.signal");
  writeFileSync(signal, "");
  const user = findPostgresUser();
  if (user) chownSync(signal, user.uid, user.gid);
  const upstream = `host=127.0.0.1 port=${ports[0]} user=matricula password=${password} application_name=standby`;
  clusters.push(await start(second, ports[1] as number, { ...certificate, primary_conninfo: upstream }));

  const query = async (index: number, sql: string) => {
    const client = new pg.Client(toUrl(address(index)));
    client.on("error", () => {});
    await client.connect();
    return (await client.query(sql).finally(() => client.end())).rows;
  };
  for (;;) {
    if ((await query(0, "select state from pg_stat_replication")).some(({ state }) => state === "streaming"))
      break;
    await sleep(100);
  }
  let primaryIndex = 0;
  const proxy = createServer((client) => {
    const server = connect(ports[primaryIndex] as number, "127.0.0.1");
    for (const end of [client, server])
      end.on("error", () => {}).on("close", () => [client, server].map((one) => one.destroy()));
    client.pipe(server).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  return {
    url: toUrl(`127.0.0.1:${port}`, tls ? `?sslmode=verify-full&sslrootcert=${folder}/ca.pem` : ""),
    query,
    /** Like a power failure, which also fences it. */
    killPrimary: () => {
      for (const pid of getPostgresStatus(first).pids()) process.kill(pid, "SIGKILL");
    },
    promote: async () => {
      await query(1, "select pg_promote()");
      primaryIndex = 1;
    },
    stop: async () => {
      proxy.close();
      for (const child of clusters) child.kill("SIGQUIT");
      await Promise.all(clusters.map((child) => child.exitCode ?? child.signalCode ?? once(child, "exit")));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function start(dataDir: string, port: number, options: Record<string, string>) {
  const { postgres } = await findBinaries();
  const settings = {
    ...{
      port: String(port),
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      max_connections: "200",
    },
    ...options,
  };
  const { file, args, ...identity } = toCommand(postgres, [
    "-D",
    getClusterPath(dataDir),
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ]);
  const child = killWithTests(
    spawn(file, args, { ...identity, cwd: "/", stdio: ["ignore", "ignore", "pipe"] }),
    "SIGQUIT",
  );
  let output = "";
  child.stderr?.on("data", (text) => (output += text));
  while (!output.includes("ready to accept")) {
    if (child.exitCode !== null) throw new Error(output);
    await sleep(50);
  }
  return child;
}

/** For both hosts, by openssl. */
function createCertificate(folder: string) {
  const [key, pem] = [path.join(folder, "key.pem"), path.join(folder, "ca.pem")];
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const request = [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    "-keyout",
    key,
    "-out",
    pem,
  ];
  execFileSync("openssl", [...request, ...subject], { stdio: "ignore" });
  const user = findPostgresUser();
  if (user) for (const file of [key, pem]) chownSync(file, user.uid, user.gid);
  if (!readFileSync(pem, "utf8").includes("CERTIFICATE")) throw new Error("openssl made no certificate.");
  return { ssl: "on", ssl_cert_file: pem, ssl_key_file: key };
}

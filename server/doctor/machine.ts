import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import path from "node:path";
import { type CheckResult, ok, warning, wrong } from "@/lib/platform/check-result";
import { fetchCertificate, RENEWAL_DAYS } from "@/lib/platform/checks";
import { env } from "@/lib/platform/env";
import { readLastHeartbeat } from "@/lib/platform/heartbeat";

const MEGABYTE = 1024 ** 2;
const DAY_MS = 24 * 3600 * 1000;

/** Free space in DATA_DIR: logs, the mailbox and the embedded database. */
export async function checkDisk(minFree = 500 * MEGABYTE): Promise<CheckResult> {
  let folder = env.DATA_DIR;
  while (!existsSync(folder)) folder = path.dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${Math.floor(free / MEGABYTE)} MB free in DATA_DIR`;
  if (free < minFree) return wrong(text, "Make room: a full disk stops the database.");
  return free < 4 * minFree ? warning(text, "Make room soon.") : ok(text);
}

export async function checkCertificate(now = new Date()): Promise<CheckResult | []> {
  if (!env.APP_URL?.startsWith("https:")) return [];
  const certificate = await fetchCertificate(new URL(env.APP_URL));
  if (!certificate)
    return warning("nobody answers at APP_URL from here", "Look at the proxy and the name's DNS.");
  const { expiresAt, error } = certificate;
  if (error) return wrong(`browsers refuse the certificate: ${error}`, "Fix it at the proxy.");
  const days = Math.floor((expiresAt.getTime() - now.getTime()) / DAY_MS);
  const text = `valid for ${days} days`;
  return days < RENEWAL_DAYS ? warning(text, "Look why the proxy has not renewed it.") : ok(text);
}

type Health = { status?: string };

export async function checkService(): Promise<CheckResult | []> {
  if (env.PORT === 0) return [];
  const portTaken = wrong(`port ${env.PORT} is taken by another program`, "Set PORT to another one.");
  const alive = await request("/healthz");
  if (alive === "nobody") return ok(`nothing runs on port ${env.PORT} yet`);
  if (alive === "stranger" || alive.status !== "ok") return portTaken;
  const ready = await request("/readyz");
  if (typeof ready === "string") return portTaken;
  const { status, ...concerns } = ready;
  if (status === "ready") return ok(`the service answers on port ${env.PORT}`);
  const problems = Object.entries(concerns).map(([name, problem]) => `${name}: ${problem}`);
  const text = [`the service says it is ${status}`, ...problems].join("; ");
  const fix = "docs/operations.md, “When something is wrong”.";
  return status === "degraded" ? warning(text, fix) : wrong(text, fix);
}

async function request(pathname: string): Promise<Health | "nobody" | "stranger"> {
  const host = ["0.0.0.0", "::"].includes(env.HOST) ? "localhost" : env.HOST;
  try {
    const response = await fetch(`http://${host.includes(":") ? `[${host}]` : host}:${env.PORT}${pathname}`, {
      signal: AbortSignal.timeout(5_000),
    });
    return (await response.json()) as Health;
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[] } };
    const codes = [cause?.code, ...(cause?.errors ?? []).map(({ code }) => code)];
    return codes.includes("ECONNREFUSED") ? "nobody" : "stranger";
  }
}

/** Whether a worker is alive; none is expected before the first start. */
export async function checkWorker(): Promise<CheckResult> {
  const last = await readLastHeartbeat();
  if (!last) return ok("none has run yet");
  const seconds = Math.round(last.agoMs / 1000);
  if (seconds < 120) return ok(`one was alive ${seconds} s ago`);
  return warning(
    `none has been alive since ${last.at.toISOString()}: e-mails wait`,
    "Start the service or, with WORKER=false, npm run worker.",
  );
}

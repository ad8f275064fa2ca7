import type pg from "pg";
import { getDirectUrl, openSession } from "./database/connections";
import { getPool, isInTransaction, prisma } from "./database/prisma";
import { scaleTimeout } from "./env";
import { errorFields, logger } from "./logger";
import { findSingleton, singleton } from "./singleton";

type CacheTopic = "catalogue" | "settings" | "api_keys" | "rounds";

/**
 * Caches a value until its topic changes (prisma/sql/functions/record_change.sql). While the listener is
 * disconnected, each use asks the database for the topic's version, so nothing stale is served.
 */
export function createCache<T>(
  name: string,
  topic: CacheTopic,
  load: () => Promise<T>,
): () => T | Promise<T> {
  type CacheEntry = { version: number; value: T };
  const state = singleton(`cached ${name}`, () => ({
    entry: undefined as CacheEntry | undefined,
    loading: new Map<number, Promise<T>>(),
  }));

  const store = (version: number, value: T) => {
    if (!state.entry || state.entry.version < version) state.entry = { version, value };
    return value;
  };

  const getValue = (version: number): T | Promise<T> => {
    if (state.entry?.version === version) return state.entry.value;
    if (isInTransaction()) return loadInTransaction(version);
    let loading = state.loading.get(version);
    if (!loading) {
      loading = load()
        .then((value) => store(version, value))
        .finally(() => state.loading.delete(version));
      state.loading.set(version, loading);
    }
    return loading;
  };

  /** Not cached for a transaction that has written the topic: it may never be committed. */
  const loadInTransaction = async (version: number) => {
    const value = await load();
    return (await hasChangedInTransaction(topic)) ? value : store(version, value);
  };

  return () => {
    const listener = getListener();
    listener.start();
    return listener.healthy
      ? getValue(listener.version(topic))
      : listener.check().then(() => getValue(listener.version(topic)));
  };
}

/** Differs whenever one of the topics has changed; for values that are cached elsewhere. */
export async function getVersions(topics: readonly CacheTopic[]): Promise<string> {
  const listener = getListener();
  listener.start();
  if (!listener.healthy) await listener.check();
  return topics.map((topic) => listener.version(topic)).join(" ");
}

/** Call it after a write, so that this process reads its own writes at once. */
export function invalidate(topic: CacheTopic) {
  getListener().bump(topic);
}

type StoredVersion = { topic: CacheTopic; version: string };

/** What the primary process sends to the serving ones. */
type VersionUpdate = StoredVersion[] | "disconnected";

/** For the primary process: forwards each update to the serving processes, which have no connection for that. */
export function forwardVersions(forward: (update: VersionUpdate) => void) {
  getListener().forward = forward;
  getListener().start();
}

/** For a serving process. @returns a function to call with each update of the primary */
export function receiveVersions(): (update: unknown) => void {
  const listener = getListener();
  listener.leaveToPrimary();
  return (update) => listener.receive(update as VersionUpdate);
}

export async function stopListening() {
  await findSingleton<ChangeListener>("changes")?.stop();
}

const SELECT_VERSIONS = "select topic, version::text from change_versions";
const CHECK_EVERY_MS = 1_000;
/** A check of the primary and its timeout. */
const PRIMARY_SILENT_MS = 3_000;
const session = () => ({
  application_name: "matricula changes",
  connectionTimeoutMillis: scaleTimeout(2_000),
  query_timeout: scaleTimeout(2_000),
  keepAlive: true,
});

async function hasChangedInTransaction(topic: CacheTopic): Promise<boolean> {
  const [row] = await prisma().$queryRaw<{ here: boolean }[]>`
    select xmin = pg_current_xact_id_if_assigned()::xid as here from change_versions where topic = ${topic}`;
  return row?.here ?? false;
}

const getListener = () => singleton("changes", () => new ChangeListener());

/** Follows `change_versions` over one connection per machine: at each NOTIFY, and each second in case one is lost. */
class ChangeListener {
  healthy = false;
  forward: (update: VersionUpdate) => void = () => {};
  #local = new Map<CacheTopic, number>();
  #stored = new Map<string, string>();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #state: "new" | "listening" | "stopped" = "new";

  /** Connects, the first time; a command that only writes needs no listener. */
  start() {
    if (this.#state !== "new") return;
    this.#state = "listening";
    void this.#connect();
  }

  leaveToPrimary() {
    this.#state = "listening";
  }

  receive(update: VersionUpdate) {
    clearTimeout(this.#timer);
    this.healthy = update !== "disconnected";
    if (update === "disconnected") return;
    this.#apply(update);
    this.#timer = setTimeout(() => {
      this.healthy = false;
    }, scaleTimeout(PRIMARY_SILENT_MS)).unref();
  }

  version(topic: CacheTopic): number {
    return this.#local.get(topic) ?? 0;
  }

  bump(topic: CacheTopic) {
    this.#local.set(topic, this.version(topic) + 1);
  }

  /** Simultaneous callers share one query, but for those in a transaction. */
  check(): Promise<void> {
    if (isInTransaction())
      return prisma()
        .$queryRawUnsafe<StoredVersion[]>(SELECT_VERSIONS)
        .then((rows) => this.#apply(rows));
    this.#checking ??= this.#read(getPool())
      .then(() => {})
      .finally(() => {
        this.#checking = undefined;
      });
    return this.#checking;
  }

  async stop() {
    this.#state = "stopped";
    this.healthy = false;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => {});
  }

  async #connect() {
    let client: pg.Client;
    try {
      client = await openSession(getDirectUrl(), session());
    } catch {
      return this.#reconnect();
    }
    if (this.#state === "stopped") return void client.end();
    this.#client = client;
    client.on("error", (error) => this.#disconnected(client, error));
    client.on("end", () => this.#disconnected(client));
    client.on("notification", () => void this.#update(client));
    try {
      await client.query("listen changes");
      await this.#update(client);
    } catch (error) {
      this.#disconnected(client, error);
    }
  }

  #reconnect() {
    if (this.#state !== "stopped") this.#timer = setTimeout(() => void this.#connect(), 250).unref();
  }

  async #update(client: pg.Client) {
    try {
      const stored = await this.#read(client);
      if (this.#state === "stopped" || this.#client !== client) return;
      this.healthy = true;
      this.forward(stored);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#update(client), CHECK_EVERY_MS).unref();
    } catch (error) {
      this.#disconnected(client, error);
    }
  }

  async #read(source: pg.Client | pg.Pool) {
    const { rows } = await source.query<StoredVersion>(SELECT_VERSIONS);
    this.#apply(rows);
    return rows;
  }

  #apply(stored: StoredVersion[]) {
    for (const { topic, version } of stored) {
      if (this.#stored.get(topic) === version) continue;
      if (this.#stored.has(topic)) this.bump(topic);
      this.#stored.set(topic, version);
    }
  }

  #disconnected(client: pg.Client, error?: unknown) {
    if (this.#client !== client || this.#state === "stopped") return;
    if (this.healthy && error)
      logger.warn({ error: errorFields(error) }, "change listener lost its connection");
    this.healthy = false;
    this.#client = undefined;
    this.forward("disconnected");
    clearTimeout(this.#timer);
    client.end().catch(() => {});
    this.#reconnect();
  }
}

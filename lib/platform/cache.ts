import type pg from "pg";
import { getDirectUrl, openSession } from "./database/connections";
import { getPool, isInTransaction, prisma } from "./database/prisma";
import { scaleTimeout } from "./env";
import { errorFields, logger } from "./logger";
import { findSingleton, singleton } from "./singleton";

export type CacheTopic = "catalogue" | "settings" | "api_keys" | "rounds";

/**
 * A value derived from the database that is read on every request and changes seldom: loaded once,
 * held until a trigger tells that its topic changed (prisma/sql/functions/record_change.sql). While the listener is down each use asks the
 * database for the topic's version, so nothing stale is ever served; with the database away it throws.
 */
export function createCache<T>(
  name: string,
  topic: CacheTopic,
  load: () => Promise<T>,
): () => T | Promise<T> {
  type CacheEntry = { version: number; value: T };
  const state = singleton(`cached ${name}`, () => ({
    held: undefined as CacheEntry | undefined,
    loading: new Map<number, Promise<T>>(),
  }));

  const keep = (version: number, value: T) => {
    if (!state.held || state.held.version < version) state.held = { version, value };
    return value;
  };

  const current = (version: number): T | Promise<T> => {
    if (state.held?.version === version) return state.held.value;
    if (isInTransaction()) return loadInTransaction(version);
    let loading = state.loading.get(version);
    if (!loading) {
      loading = load()
        .then((value) => keep(version, value))
        .finally(() => state.loading.delete(version));
      state.loading.set(version, loading);
    }
    return loading;
  };

  /** For this transaction alone where it has written what it reads: that may never be committed. */
  const loadInTransaction = async (version: number) => {
    const value = await load();
    return (await hasChangedInTransaction(topic)) ? value : keep(version, value);
  };

  return () => {
    const listener = changes();
    listener.start();
    return listener.healthy
      ? current(listener.version(topic))
      : listener.check().then(() => current(listener.version(topic)));
  };
}

/** Another text whenever one of the topics has changed, for values that are kept elsewhere. */
export async function getVersions(topics: readonly CacheTopic[]): Promise<string> {
  const listener = changes();
  listener.start();
  if (!listener.healthy) await listener.check();
  return topics.map((topic) => listener.version(topic)).join(" ");
}

/** To be called by whoever writes in this process, so that it reads its own writes at once. */
export function invalidate(topic: CacheTopic) {
  changes().bump(topic);
}

/** What the primary of a machine has heard: that a topic changed, each topic's version as stored, or nothing for now. */
type News = { changed: CacheTopic } | { stored: Stored[] } | "deaf";

/** Listens from now on, for the machine's processes too, which hold no connection for that. */
export function listenFor(tell: (news: News) => void) {
  changes().tell = tell;
  changes().start();
}

/** From now on this process hears from its primary. @returns to be called with all that it tells */
export function hearFromPrimary(): (news: unknown) => void {
  const listener = changes();
  listener.leaveToPrimary();
  return (news) => listener.hear(news as News);
}

/** Ends the listener; for processes that are about to exit. */
export async function stopListening() {
  await findSingleton<ChangeListener>("changes")?.stop();
}

const STORED = "select topic, version::text from change_versions";
const CHECK_EVERY_MS = 1_000;
/** A look and its bound. */
const PATIENCE_MS = 3_000;
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

type Stored = { topic: CacheTopic; version: string };

const changes = () => singleton("changes", () => new ChangeListener());

/** Follows `change_versions` over one connection a machine: NOTIFY for speed, a look each second as the net. */
class ChangeListener {
  healthy = false;
  /** Whom to tell what is heard. */
  tell: (news: News) => void = () => {};
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

  /** Somebody else listens. */
  leaveToPrimary() {
    this.#state = "listening";
  }

  /** What the primary tells; where it is silent for longer than it ever should be, its connection counts as lost. */
  hear(news: News) {
    if (news !== "deaf" && "changed" in news) return this.bump(news.changed);
    clearTimeout(this.#timer);
    this.healthy = news !== "deaf";
    if (news === "deaf") return;
    this.#take(news.stored);
    this.#timer = setTimeout(() => {
      this.healthy = false;
    }, scaleTimeout(PATIENCE_MS)).unref();
  }

  /** Grows with each change that this process has heard of. */
  version(topic: CacheTopic): number {
    return this.#local.get(topic) ?? 0;
  }

  bump(topic: CacheTopic) {
    this.#local.set(topic, this.version(topic) + 1);
  }

  /** Asks the database now, through the pool; simultaneous callers share one answer, but for those in a transaction. */
  check(): Promise<void> {
    if (isInTransaction())
      return prisma()
        .$queryRawUnsafe<Stored[]>(STORED)
        .then((rows) => this.#take(rows));
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
      return this.#again();
    }
    if (this.#state === "stopped") return void client.end();
    this.#client = client;
    client.on("error", (error) => this.#lost(client, error));
    client.on("end", () => this.#lost(client));
    client.on("notification", ({ payload }) => {
      this.bump(payload as CacheTopic);
      this.tell({ changed: payload as CacheTopic });
    });
    try {
      await client.query("listen changes");
      await this.#look(client);
    } catch (error) {
      this.#lost(client, error);
    }
  }

  #again() {
    if (this.#state !== "stopped") this.#timer = setTimeout(() => void this.#connect(), 250).unref();
  }

  async #look(client: pg.Client) {
    const stored = await this.#read(client);
    if (this.#state === "stopped" || this.#client !== client) return;
    this.healthy = true;
    this.tell({ stored });
    this.#timer = setTimeout(
      () => this.#look(client).catch((error) => this.#lost(client, error)),
      CHECK_EVERY_MS,
    ).unref();
  }

  async #read(source: pg.Client | pg.Pool) {
    const { rows } = await source.query<Stored>(STORED);
    this.#take(rows);
    return rows;
  }

  #take(stored: Stored[]) {
    for (const { topic, version } of stored) {
      if (this.#stored.get(topic) === version) continue;
      if (this.#stored.has(topic)) this.bump(topic);
      this.#stored.set(topic, version);
    }
  }

  #lost(client: pg.Client, error?: unknown) {
    if (this.#client !== client || this.#state === "stopped") return;
    if (this.healthy && error)
      logger.warn({ error: errorFields(error) }, "change listener lost its connection");
    this.healthy = false;
    this.#client = undefined;
    this.tell("deaf");
    clearTimeout(this.#timer);
    client.end().catch(() => {});
    this.#again();
  }
}

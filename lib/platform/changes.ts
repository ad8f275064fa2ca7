import pg from "pg";
import { env, patient } from "./env";
import { errorFields, logger } from "./logger";
import { pool } from "./prisma";
import { existing, singleton } from "./singleton";

type Topic = "catalogue" | "settings" | "api_keys";

const CHECK_EVERY_MS = 1_000;

/**
 * A value derived from the database that is read on every request and changes seldom: loaded once,
 * held until a trigger tells that its topic changed. While the listener is down each use asks the
 * database for the topic's version, so nothing stale is ever served; with the database away it throws.
 */
export function cached<T>(name: string, topic: Topic, load: () => Promise<T>): () => T | Promise<T> {
  type Held = { version: number; value: T };
  const state = singleton(`cached ${name}`, () => ({
    held: undefined as Held | undefined,
    loading: new Map<number, Promise<T>>(),
  }));

  const current = (version: number): T | Promise<T> => {
    if (state.held?.version === version) return state.held.value;
    let loading = state.loading.get(version);
    if (!loading) {
      loading = load()
        .then((value) => {
          if (!state.held || state.held.version < version) state.held = { version, value };
          return value;
        })
        .finally(() => state.loading.delete(version));
      state.loading.set(version, loading);
    }
    return loading;
  };

  return () => {
    const listener = changes();
    listener.start();
    return listener.healthy
      ? current(listener.version(topic))
      : listener.check().then(() => current(listener.version(topic)));
  };
}

/** To be called by whoever writes in this process, so that it reads its own writes at once. */
export function changed(topic: Topic) {
  changes().bump(topic);
}

/** Ends the listener; for processes that are about to exit. */
export async function stopListening() {
  await existing<ChangeListener>("changes")?.stop();
}

const changes = () => singleton("changes", () => new ChangeListener());

/** Follows `change_versions` over one connection: NOTIFY for speed, a look each second as the net. */
class ChangeListener {
  healthy = false;
  #local = new Map<Topic, number>();
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

  /** Grows with each change that this process has heard of. */
  version(topic: Topic): number {
    return this.#local.get(topic) ?? 0;
  }

  bump(topic: Topic) {
    this.#local.set(topic, this.version(topic) + 1);
  }

  /** Asks the database now, through the pool; simultaneous callers share one answer. */
  check(): Promise<void> {
    this.#checking ??= this.#read(pool()).finally(() => {
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
    const client = new pg.Client({
      connectionString: env.DATABASE_URL,
      application_name: "matricula changes",
      connectionTimeoutMillis: patient(2_000),
      query_timeout: patient(2_000),
      keepAlive: true,
    });
    this.#client = client;
    client.on("error", (error) => this.#lost(client, error));
    client.on("end", () => this.#lost(client));
    client.on("notification", ({ payload }) => this.bump(payload as Topic));
    try {
      await client.connect();
      await client.query("listen changes");
      await this.#look(client);
    } catch (error) {
      this.#lost(client, error);
    }
  }

  async #look(client: pg.Client) {
    await this.#read(client);
    if (this.#state === "stopped" || this.#client !== client) return;
    this.healthy = true;
    this.#timer = setTimeout(
      () => this.#look(client).catch((error) => this.#lost(client, error)),
      CHECK_EVERY_MS,
    ).unref();
  }

  async #read(source: pg.Client | pg.Pool) {
    const { rows } = await source.query<{ topic: Topic; version: string }>(
      "select topic, version::text from change_versions",
    );
    for (const { topic, version } of rows) {
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
    clearTimeout(this.#timer);
    client.end().catch(() => {});
    this.#timer = setTimeout(() => void this.#connect(), 250).unref();
  }
}

import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlQuery,
} from "@prisma/driver-adapter-utils";
import * as wasmBindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { listMigrations, MIGRATIONS_PATH } from "@/lib/platform/database/migrations";

const SCHEMA = path.resolve("prisma/schema.prisma");
const filters = { externalTables: [], externalEnums: [] };

/** The findings of Prisma's engine about the migration history; empty when all is well. */
export async function diagnoseMigrationHistory(connectionString: string) {
  return withEngine(connectionString, async (engine) => {
    const diagnosis = await engine.diagnoseMigrationHistory({
      migrationsList: await listMigrationFiles(),
      optInToShadowDatabase: false,
      filters,
    });
    const { history, failedMigrationNames, editedMigrationNames, hasMigrationsTable } = diagnosis;
    return { history, failedMigrationNames, editedMigrationNames, hasMigrationsTable };
  });
}

/**
 * SQL that leads from the migrations to `schema.prisma`; empty when they agree. Needs the right to create a
 * database.
 */
export async function generateMigrationSql(connectionString: string): Promise<string> {
  return withEngine(connectionString, async (engine) => {
    const { stdout } = await engine.diff({
      from: { tag: "migrations", ...(await listMigrationFiles()) },
      to: { tag: "schemaDatamodel", files: [{ path: SCHEMA, content: await readTableSchema() }] },
      script: true,
      exitCode: null,
      filters,
    });
    return stdout && !stdout.includes("This is an empty migration") ? stdout : "";
  });
}

/** The schema with the models of views moved to their tables. */
async function readTableSchema(): Promise<string> {
  const views = (await readdir(path.resolve("prisma/sql/views"))).map((file) => path.basename(file, ".sql"));
  const schema = await readFile(SCHEMA, "utf8");
  return schema.replaceAll(/@@map\("(\w+)"\)/g, (map, name) =>
    views.includes(name) ? `@@map("all_${name}")` : map,
  );
}

/** Prisma's schema engine as WebAssembly, because many networks block the native download. For developers only. */
async function withEngine<T>(
  connectionString: string,
  use: (engine: wasmBindings.SchemaEngine) => Promise<T>,
): Promise<T> {
  const { host, port, user, password, database, ssl } = new pg.Client(connectionString);
  const adapter = new EngineAdapter({ host, port, user, password, database, ssl });
  await loadEngine();

  const engine = await wasmBindings.SchemaEngine.new(
    { datamodels: [[SCHEMA, await readTableSchema()]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  try {
    return await use(engine);
  } finally {
    engine.free();
    await adapter.close();
  }
}

/** Disconnects before dropping the shadow database, which PrismaPg forgets. */
class EngineAdapter extends PrismaPg {
  private readonly connections: { dispose: () => Promise<void> }[] = [];

  constructor(private readonly server: pg.PoolConfig) {
    super({ ...server, Client: CharMarkingClient } as pg.PoolConfig);
  }

  /** The engine leaves its connections open. */
  async close() {
    await Promise.all(this.connections.map((connection) => connection.dispose()));
  }

  override async connect() {
    const adapter = await super.connect();
    this.connections.push(adapter);
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query: SqlQuery) => {
      const result = await queryRaw(query);
      return {
        columnNames: result.columnNames.map((name) => name.replace(CHAR_MARK, "")),
        columnTypes: result.columnTypes.map((type, index) =>
          result.columnNames[index]?.endsWith(CHAR_MARK) ? ColumnTypeEnum.Character : type,
        ),
        rows: result.rows,
      };
    };
    // The adapter would split a script at each semicolon, also inside a function's body.
    adapter.executeScript = async (script: string) => {
      await adapter.underlyingDriver().query(script);
    };
    return adapter;
  }

  override async connectToShadowDb() {
    const database = `matricula_shadow_${crypto.randomUUID()}`;
    const owner = await this.connect();
    await owner.executeScript(`create database "${database}"`);

    const shadow = await new EngineAdapter({ ...this.server, database }).connect();
    const disconnect = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await disconnect();
      await owner.executeScript(`drop database "${database}" with (force)`);
    };
    return shadow;
  }
}

const CHAR_MARK = "\u0000char";
const { CHAR, TEXT } = pg.types.builtins;
pg.types.setTypeParser(CHAR, (value) => value || "\0");

/**
 * Introspection selects the internal type "char", which the adapter does not support: this client marks such
 * values as text, and `connect` above restores their type.
 */
class CharMarkingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads; its pool passes a callback last
  override query(...args: any[]): any {
    const callback = args.at(-1);
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const query = super.query as any;
    if (typeof callback !== "function") return query.apply(this, args);

    return query.apply(this, [
      ...args.slice(0, -1),
      (error: Error | null, result: pg.QueryResult) => {
        for (const field of result?.fields ?? []) {
          if (field.dataTypeID === CHAR)
            Object.assign(field, { dataTypeID: TEXT, name: field.name + CHAR_MARK });
        }
        callback(error, result);
      },
    ]);
  }
}

/** Once per process, also when this module is loaded again: the package keeps using the first instance's memory. */
const globals = globalThis as { __schemaEngine?: Promise<void> };

function loadEngine(): Promise<void> {
  globals.__schemaEngine ??= (async () => {
    const file = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm");
    const { instance } = await WebAssembly.instantiate(
      await readFile(path.join(path.dirname(file), "schema_engine_bg.wasm")),
      { "./schema_engine_bg.js": wasmBindings as unknown as WebAssembly.ModuleImports },
    );
    const exports = instance.exports as { __wbindgen_start: () => void };
    (wasmBindings as unknown as { __wbg_set_wasm: (wasm: unknown) => void }).__wbg_set_wasm(exports);
    exports.__wbindgen_start();
  })();
  return globals.__schemaEngine;
}

async function listMigrationFiles() {
  return {
    baseDir: MIGRATIONS_PATH,
    lockfile: {
      path: "migration_lock.toml",
      content: await readFile(path.join(MIGRATIONS_PATH, "migration_lock.toml"), "utf8"),
    },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      (await listMigrations()).map(async (name) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: {
            tag: "ok" as const,
            value: await readFile(path.join(MIGRATIONS_PATH, name, "migration.sql"), "utf8"),
          },
        },
      })),
    ),
  };
}

import { spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";

/** Per room: what a new file there may import, and what is refused to it. */
const rooms = [
  {
    file: "components/wizard/new.tsx",
    allowed: ["react", "@/components/ui/controls/button", "@/lib/wizard/types", "@/lib/enrollment/schema"],
    refused: ["@/lib/platform/crypto", "@/lib/platform/database/prisma", "@/app/api/v1/routes", "node:fs"],
  },
  {
    file: "components/ui/new.tsx",
    allowed: ["react", "./cn"],
    refused: ["@/lib/wizard/types", "@/components/layout/page-column", "next/link"],
  },
  {
    file: "components/forms/new.tsx",
    allowed: ["react", "@/components/ui/controls/button", "./action-state"],
    refused: [
      "@/components/desk/enrollment/state-badge",
      "@/lib/desk/list/queries",
      "@/lib/wizard/drafts/writes",
      "@/lib/platform/database/prisma",
    ],
  },
  {
    file: "components/account/new.tsx",
    allowed: ["@/components/forms/success-notice", "@/components/layout/page-column"],
    refused: ["@/components/desk/enrollment/state-badge", "@/lib/people/staff/permissions", "@/lib/family/guardians/verbs"],
  },
  {
    file: "components/desk/new.tsx",
    allowed: ["@/components/forms/success-notice", "@/lib/desk/list/queries", "@/components/wizard/fields/select-options"],
    refused: ["@/components/account/said", "@/lib/platform/database/prisma", "@/lib/wizard/drafts/writes"],
  },
  {
    file: "lib/form/new.ts",
    allowed: ["zod/mini", "./answers", "@/lib/enrollment/rules", "@/lib/platform/errors"],
    refused: [
      "./server/draft-cipher",
      "@/lib/enrollment/enroll/verbs",
      "@/lib/platform/env",
      "node:crypto",
    ],
  },
  {
    file: "lib/enrollment/rules.ts",
    allowed: ["./fields", "@/lib/platform/dates"],
    refused: ["./insert-enrollment", "@/lib/platform/database/prisma", "@/test/support/data/factories"],
  },
  {
    file: "lib/enrollment/new.ts",
    allowed: ["@/lib/platform/database/prisma", "@/lib/catalogue/queries", "node:crypto"],
    refused: ["@/test/support/data/factories", "@/lib/wizard/steps", "@/lib/catalogue/files/import-catalogue", "@/server/run-main", "next"],
  },
  {
    file: "lib/decisions/new.ts",
    allowed: ["@/lib/people/staff/permissions", "@/lib/mail/writes", "@/lib/enrollment/sql"],
    refused: [
      "@/lib/enrollment/enroll/verbs",
      "@/lib/family/account/queries",
      "@/lib/desk/list/queries",
      "../mail/queue",
    ],
  },
  {
    file: "lib/people/staff/new.ts",
    allowed: ["@/lib/people/limits", "@/lib/school/settings"],
    refused: ["@/lib/decisions/verbs", "@/lib/enrollment/states", "@/lib/api/handle"],
  },
  {
    file: "lib/family/new.ts",
    allowed: ["@/lib/people/limits", "@/lib/enrollment/states", "@/lib/wizard/steps"],
    refused: [
      "@/lib/privacy/verbs",
      "@/lib/desk/list/queries",
      "@/lib/catalogue/files/import-catalogue",
      "@/lib/platform/database/migrations",
    ],
  },
  {
    file: "lib/http/new.ts",
    allowed: ["@/lib/api/handle", "@/lib/school/queries"],
    refused: ["@/lib/people/limits", "@/lib/enrollment/states"],
  },
  {
    file: "lib/new-room/new.ts",
    allowed: ["@/lib/platform/database/prisma", "@/lib/enrollment/queries"],
    refused: ["@/test/support/data/factories", "@/commands/command-line", "@/lib/api/handle", "@/components/ui/controls/button"],
  },
  {
    file: "lib/platform/new.ts",
    allowed: ["./env", "pg"],
    refused: ["@/lib/mail/writes", "@/test/support/data/factories"],
  },
  {
    file: "app/[locale]/new/page.tsx",
    allowed: ["@/components/ui/controls/button", "@/lib/school/settings", "next/navigation"],
    refused: ["@/lib/platform/database/prisma", "@/generated/prisma/client", "pg", "@/lib/api/handle"],
  },
  {
    file: "app/api/v1/new/route.ts",
    allowed: ["@/lib/api/handle", "@/lib/catalogue/queries"],
    refused: ["@/lib/platform/database/prisma", "@/components/ui/controls/button", "next/server", "@/lib/wizard/drafts/writes"],
  },
  {
    file: "server/new.ts",
    allowed: ["@/server", "@/lib/platform/database/prisma", "next"],
    refused: ["@/test/support/servers/server-entry", "@/commands/keys", "@/tools/client/update-client-types"],
  },
  {
    file: "commands/new.ts",
    allowed: ["@/lib/platform/database/prisma", "@/server/run-main"],
    refused: ["@/app/api/v1/routes", "@/server/start", "@/test/support/data/factories"],
  },
];

it("the house: a server action closes over nothing, so its key is no secret", async () => {
  const house = await mkdtemp(path.join(tmpdir(), "actions-"));
  const rule = path.resolve("tools/checks/no-inline-actions.grit");
  await writeFile(path.join(house, "biome.json"), JSON.stringify({ plugins: [rule] }));
  const action = (name: string) => `${name}() {\n  "use server";\n}\n`;
  await writeFile(
    path.join(house, "page.tsx"),
    `${action("async function act")}export const a = async () => {\n  'use server';\n};\n`,
  );
  await writeFile(path.join(house, "actions.ts"), '"use server";\nexport async function act() {}\n');
  const lint = ["lint", "--reporter=github", "."];
  const { stdout } = spawnSync(path.resolve("node_modules/.bin/biome"), lint, {
    cwd: house,
    encoding: "utf8",
  });
  await rm(house, { recursive: true });
  expect(
    [...stdout.matchAll(/title=plugin,file=([^,]+),line=(\d+)/g)].map(
      ([, file, line]) => `${path.basename(String(file))}:${line}`,
    ),
  ).toEqual(["page.tsx:2", "page.tsx:5"]);
  expect(JSON.parse(await readFile("biome.json", "utf8")).plugins).toContain(
    "./tools/checks/no-inline-actions.grit",
  );
});

it("the house: each room takes the imports that its row allows, and refuses the others", async () => {
  const house = await mkdtemp(path.join(tmpdir(), "layers-"));
  await copyFile("biome.layers.json", path.join(house, "biome.layers.json"));
  await writeFile(path.join(house, "biome.json"), '{ "extends": ["./biome.layers.json"] }');
  for (const { file, allowed, refused } of rooms) {
    await mkdir(path.join(house, path.dirname(file)), { recursive: true });
    const lines = [...allowed, ...refused].map((from, at) => `export * as import${at} from "${from}";\n`);
    await writeFile(path.join(house, file), lines.join(""));
  }
  const only = ["lint", "--only=style/noRestrictedImports", "--max-diagnostics=1000", "--reporter=github"];
  const { stdout } = spawnSync(path.resolve("node_modules/.bin/biome"), [...only, "."], {
    cwd: house,
    encoding: "utf8",
  });
  await rm(house, { recursive: true });

  const found = new Set(
    [...stdout.matchAll(/file=([^,]+),line=(\d+)/g)].map(
      ([, file, line]) => `${path.relative(house, String(file))}:${line}`,
    ),
  );
  const judged = rooms.map(({ file, allowed, refused }) => {
    const seen = [...allowed, ...refused].map((from, at) => ({
      from,
      found: found.has(`${file}:${at + 1}`),
    }));
    return {
      file,
      allowed: seen.filter((one) => !one.found).map(({ from }) => from),
      refused: seen.filter((one) => one.found).map(({ from }) => from),
    };
  });
  expect(judged).toEqual(rooms);
});

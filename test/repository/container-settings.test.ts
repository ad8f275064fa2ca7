import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import packageJson from "@/package.json" with { type: "json" };
import { listSourceFiles } from "@/tools/release/source-files";

// Checks that need no container engine.
const read = (file: string) => readFileSync(file, "utf8");
const namesIn = (text: string, line: RegExp) => [...text.matchAll(line)].map(([, name]) => name as string);

const dockerfile = read("Dockerfile");
const compose = read("compose.yaml");
const example = namesIn(read(".env.example"), /^([A-Z_]+)=/gm);
const passed = namesIn(compose.split("\nservices:")[0] ?? "", /^ {4}([A-Z_]+):/gm);

test(".env.example, the image and compose.yaml set what the service knows", () => {
  const known = namesIn(read("lib/platform/env.ts"), /^ {4}([A-Z_]+): [a-z]/gm);
  expect(known).toContain("TRUSTED_PROXIES");
  const composeOnly = namesIn(compose, /\$\{([A-Z_]+):\?\}/g);
  expect(example.filter((name) => ![...known, ...composeOnly].includes(name))).toEqual([]);
  expect([...known, ...composeOnly].filter((name) => !example.includes(name))).toEqual([]);
  expect(passed.filter((name) => ![...known, ...composeOnly].includes(name))).toEqual([]);
});

test("images are pinned by their digest", () => {
  const images = [...`${dockerfile}\n${compose}`.matchAll(/^(?:FROM| +image:) (\S+)/gm)].map(
    ([, image]) => image,
  );
  expect(images.length).toBeGreaterThan(4);
  const ours = ["matricula"];
  expect(
    images.filter((image = "") => !/@sha256:[0-9a-f]{64}$/.test(image) && !ours.includes(image)),
  ).toEqual([]);
});

test("in compose.yaml the service works as a role that owns nothing; only `migrate` knows the owner's password", () => {
  const [shared = "", own = ""] = compose.split("\nservices:\n");
  const services = own.split(/^(?= {2}[\w-]+:)/m);
  const findDatabaseUrl = (part = "") => /DATABASE_URL: (\S+)/.exec(part)?.[1];
  expect(findDatabaseUrl(shared)).toMatch(/^postgresql:\/\/matricula_service:\$\{SERVICE_PASSWORD:\?\}@/);
  expect(shared).toContain('POSTGRES_PASSWORD: ""'); // which env_file would pass on
  const others = services.filter((part) => findDatabaseUrl(part));
  expect(others.map((part) => [part.trim().split(":")[0], findDatabaseUrl(part)])).toEqual([
    ["migrate", expect.stringMatching(/^postgresql:\/\/matricula:\$\{POSTGRES_PASSWORD:\?\}@/)],
  ]);
});

test("a copy of .env.example does not override what the image needs", () => {
  const [, line = ""] = /^ENV (.*DATA_DIR.*)$/m.exec(dockerfile) ?? [];
  const needed = namesIn(line, /([A-Z_]+)=/g).filter((name) => example.includes(name));
  expect(needed).toEqual(["HOST", "PORT", "DATA_DIR"]);
  expect(needed.filter((name) => !passed.includes(name))).toEqual([]);
});

test("the image is an unpacked release, made of all sources of the build", () => {
  expect(dockerfile).toMatch(/^RUN npm run release\b/m);
  const copied = [...(dockerfile.split(/^FROM /m).at(-1) ?? "").matchAll(/^COPY (.*)$/gm)];
  expect(copied.map(([, instruction]) => instruction)).toEqual(["--from=release /app/release/matricula ./"]);
  const sources = listSourceFiles();
  const read = ["app/.well-known/security.txt/route.ts", ".dockerignore", "docs/guides/en/start.md"];
  expect(read.filter((file) => existsSync(file) && !sources.includes(file))).toEqual([]);
  expect(
    sources.filter((file) => /\.test\.tsx?$|^(?:node_modules|\.next|\.git|release|test)\//.test(file)),
  ).toEqual([]);
});

test("the image's health check asks whether requests are served", () => {
  expect(/^HEALTHCHECK .*\n.*$/m.exec(dockerfile)?.[0]).toContain("/readyz");
});

test("the systemd unit makes neither code nor .env writable", () => {
  const unit = read("deploy/matricula.service");
  expect(unit).toMatch(/^ProtectSystem=strict$/m);
  expect(unit).not.toMatch(/^(?:ReadWritePaths|BindPaths)=/m);
  expect(unit).toMatch(/^Environment=DATA_DIR=\/var\/lib\/matricula$/m); // which is its StateDirectory
});

test("the samples start what npm's scripts start", () => {
  const { start, worker, db } = packageJson.scripts;
  const inJson = (text: string, line: RegExp) => JSON.parse(line.exec(text)?.[1] ?? "[]").join(" ");
  expect(`exec ${inJson(dockerfile, /^CMD (\[.*\])$/m)}`).toBe(start);
  const commands = [...compose.matchAll(/^ {4}command: (\["node".*\])$/gm)];
  expect(commands.map(([, line = ""]) => JSON.parse(line).join(" "))).toEqual([
    `${db} migrate`,
    worker.replace(/^exec /, ""),
  ]);
  const unit = /^ExecStart=\S+\/(node .*)$/m.exec(read("deploy/matricula.service"))?.[1];
  expect(`exec ${unit}`).toBe(start);
});

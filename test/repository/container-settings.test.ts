import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import packageJson from "@/package.json" with { type: "json" };
import { listSourceFiles } from "@/tools/release/source-files";

// What of the samples can be held against the project without a container engine.
const read = (file: string) => readFileSync(file, "utf8");
const namesIn = (text: string, line: RegExp) => [...text.matchAll(line)].map(([, name]) => name as string);

const dockerfile = read("Dockerfile");
const compose = read("compose.yaml");
const example = namesIn(read(".env.example"), /^([A-Z_]+)=/gm);
const passed = namesIn(compose.split("\nservices:")[0] ?? "", /^ {4}([A-Z_]+):/gm);

test(".env.example, the image and compose.yaml set what the service knows", () => {
  const known = namesIn(read("lib/platform/env.ts"), /^ {4}([A-Z_]+): [a-z]/gm);
  expect(known).toContain("SHUTDOWN_GRACE_SECONDS");
  const composes = namesIn(compose, /\$\{([A-Z_]+):\?\}/g);
  expect(example.filter((name) => ![...known, ...composes].includes(name))).toEqual([]);
  expect([...known, ...composes].filter((name) => !example.includes(name))).toEqual([]);
  expect(passed.filter((name) => !known.includes(name))).toEqual([]);
});

test("a copy of .env.example takes nothing of what the image needs", () => {
  const [, line = ""] = /^ENV (.*DATA_DIR.*)$/m.exec(dockerfile) ?? [];
  const needed = namesIn(line, /([A-Z_]+)=/g).filter((name) => example.includes(name));
  expect(needed).toEqual(["HOST", "PORT", "DATA_DIR"]);
  expect(needed.filter((name) => !passed.includes(name))).toEqual([]);
});

test("the image is what a release unpacks to, made of all that a build reads", () => {
  expect(dockerfile).toMatch(/^RUN npm run release\b/m);
  const copied = [...(dockerfile.split(/^FROM /m).at(-1) ?? "").matchAll(/^COPY (.*)$/gm)];
  expect(copied.map(([, what]) => what)).toEqual(["--from=release /app/release/matricula ./"]);
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
  const { start, worker } = packageJson.scripts;
  const inJson = (text: string, line: RegExp) => JSON.parse(line.exec(text)?.[1] ?? "[]").join(" ");
  expect(`exec ${inJson(dockerfile, /^CMD (\[.*\])$/m)}`).toBe(start);
  expect(`exec ${inJson(compose, /^ {4}command: (\["node".*\])$/m)}`).toBe(worker);
  const unit = /^ExecStart=\S+\/(node .*)$/m.exec(read("deploy/matricula.service"))?.[1];
  expect(`exec ${unit}`).toBe(start);
});

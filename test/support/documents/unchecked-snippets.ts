/** Snippets that test/documents/requests.test.ts does not run, by their beginning, with the reason. */
export const uncheckedSnippets: Record<string, string> = {
  "npm ci && npm start": "test/system/start.test.ts",
  "npm start": "test/system/start.test.ts",
  "npm ci && npm test": "package.json", // this suite
  "npm test": "package.json",
  "npm ci": "package.json",
  "npm run check": "package.json", // the suite begins with it
  "npm run quick": "tools/run/quick-check.ts", // a part of this suite and of the check
  "npm run dev": "server/start.ts", // npm start's program
  "npm run worker": "test/support/servers/worker.ts",
  "npm run --silent doctor": "server/doctor/doctor.test.ts",
  "npm run e2e": "tools/run/run-e2e.ts", // the suite ends with it
  "npx vitest run lib/enrollment": "lib/enrollment",
  "npm run --silent db -- backup": "lib/platform/database/backup.test.ts",
  "npm run --silent db -- restore": "lib/platform/database/backup.test.ts",
  "docker compose": "compose.yaml", // no container engine here
  "npm ci && npm run release": "test/night/release.ts",
  "sha256sum -c matricula-*.sha256": "test/night/release.ts",
  "tar -xzf matricula-*.tar.gz": "test/night/release.ts",
  "node_modules/.bin/node --run start": "test/night/release.ts",
  "cd ~/your-project": "e2e/sandbox/example.spec.ts",
  "npm install http://localhost:3000/docs/packages/": "e2e/sandbox/example.spec.ts",
  "mkdir -p ~/your-project": "e2e/sandbox/example.spec.ts",
  "npx playwright install chromium": "tools/ensure-browser.ts", // this suite has its own
  "MATRICULA_URL=https://school.example": "e2e/sandbox/example.spec.ts",
  "BASE_URL=http://localhost:3000 API_KEY=mat_test_… npx tsx clients/typescript/example.ts":
    "test/documents/typescript-client.test.ts",
};

/** Printed programs that are no commands, with their tests. */
export const snippetPrograms: Record<string, string> = {
  "create role matricula_service": "lib/platform/database/roles.test.ts", // reads it from the page
  'import { answerOf, matricula } from "matricula-client";': "test/documents/typescript-client.test.ts", // likewise
  'import { expect, test } from "matricula-playwright";': "e2e/sandbox/example.spec.ts", // likewise
  'import { aMinor } from "@/test/support/data/factories";': "e2e/accounts/account-setup.spec.ts",
  "student_owns_instrument: {": "lib/enrollment/fields.ts", // an invented field with existing columns
  'export default defineDeskPage("change_settings", "desk.hints"': "test/pages/pages.test.ts", // an invented page of existing parts
  "export const POST = handle(": "app/api/v1/academic/enrollments/[reference]/withdrawal/route.ts",
};

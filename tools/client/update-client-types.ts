import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { contract } from "@/app/api/v1/contract";
import { createOpenApiDocument } from "@/lib/api/openapi";
import { runMain } from "@/server/run-main";
import { generateTypes } from "./client-types";

const TYPES = "clients/typescript/schema.d.ts";
const PACKAGE = "clients/typescript/package.json";

// Generates the client's types, which are not committed. The client's package.json has the digest of the document, so
// that every change of the API is visible; `--check` fails on an unintended one.
await runMain(async () => {
  const document = createOpenApiDocument(contract);
  writeFileSync(TYPES, `// Made from /api/openapi.json by npm run client.\n\n${generateTypes(document)}\n`);
  const text = readFileSync(PACKAGE, "utf8");
  const { openapi } = JSON.parse(text);
  const digest = createDigest(document);
  if (openapi === digest) return;
  if (process.argv.includes("--check"))
    throw new Error(`${PACKAGE} is of another API than this one. If that is meant: npm run client`);
  writeFileSync(PACKAGE, text.replace(JSON.stringify(openapi), JSON.stringify(digest)));
});

/** The digest of the document without server-specific members. */
function createDigest(document: object): string {
  const text = JSON.stringify(document, (key, value) =>
    ["servers", "externalDocs", "contact", "doc_url"].includes(key) ? undefined : value,
  );
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

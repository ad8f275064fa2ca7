// node --import ./tools/sources.mjs PROGRAM.ts runs a program from source where development packages are installed,
// otherwise from `npm run build`'s output.
import { existsSync } from "node:fs";
import module from "node:module"; // as a whole: an older Node has no registerHooks to import
import { pathToFileURL } from "node:url";

// The minimum version of tools/pinned-node, which npm ci installs where Node is older.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 8))
  refuse(
    `Matrícula needs Node 24.8 or newer; this is ${process.versions.node}. Run npm ci again: it installs one.`,
  );

const here = pathToFileURL("./").href;
const compiled = new URL(".next/run/", here).href;

const fromSource = await import("tsx").then(
  () => true,
  (error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    return false;
  },
);

const generated = !fromSource || existsSync("generated/prisma/client.ts");
if (!generated)
  refuse(
    "The packages' install scripts did not run. Run: npm rebuild && node tools/generate-prisma-client.mjs",
  );
if (!fromSource && !existsSync(".next/run"))
  refuse(
    "Nothing is built in this folder. Run npm ci && npm run build here, or take a folder in which it was run.",
  );

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

if (!fromSource) {
  module.registerHooks({
    resolve(specifier, context, next) {
      const program = !context.parentURL && specifier.startsWith(here) && specifier.endsWith(".ts");
      if (!program) return next(specifier, context);
      return next(compiled + specifier.slice(here.length).replace(/\.ts$/, ".mjs"), context);
    },
  });
}

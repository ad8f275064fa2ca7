// node --import ./tools/sources.mjs PROGRAM.ts runs a program of ours: from its source where the developers'
// packages are installed, else as `npm run build` has compiled it.
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const here = pathToFileURL("./").href;
const compiled = new URL(".next/run/", here).href;

const fromSource = await import("tsx").then(
  () => true,
  (error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    return false;
  },
);

if (!fromSource) {
  registerHooks({
    resolve(specifier, context, next) {
      const program = !context.parentURL && specifier.startsWith(here) && specifier.endsWith(".ts");
      if (!program) return next(specifier, context);
      return next(compiled + specifier.slice(here.length).replace(/\.ts$/, ".mjs"), context);
    },
  });
}

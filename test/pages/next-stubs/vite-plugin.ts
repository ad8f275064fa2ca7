import path from "node:path";
import type { Plugin } from "vite";

const getStubPath = (name: string) => path.resolve(import.meta.dirname, `${name}.ts`);

/** Transforms files of server actions like Next's compiler. */
export const serverActionPlugin: Plugin = {
  name: "server actions",
  enforce: "pre",
  transform(code, id) {
    if (!code.startsWith('"use server"')) return;
    const names = [...code.matchAll(/^export (?:async function|const) (\w+)/gm)].map(([, name]) => name);
    const file = path.relative(path.resolve("app"), id);
    const registrations = names.map((name) => `serverAction("${file}#${name}", ${name});`);
    return {
      code: `${code}\nimport { serverAction } from "${getStubPath("actions")}";\n${registrations.join("\n")}\n`,
      map: null,
    };
  },
};

/** Modules that only Next provides. */
export const nextAliases = {
  "next/cache": getStubPath("cache"),
  "next/headers": getStubPath("headers"),
  "next/server": getStubPath("after"),
  "next-intl/server": getStubPath("intl"),
};

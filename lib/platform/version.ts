import packageJson from "@/package.json" with { type: "json" };

/** The version that runs. */
export const VERSION = packageJson.version;

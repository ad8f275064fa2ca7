import { singleton } from "@/lib/platform/singleton";

// A cheap hash, as in test/runner/setup.ts. Must be imported before the server (server-process.ts) sets its
// own.
singleton("password cost", () => ({ memory: 64, passes: 1, parallelism: 1, tagLength: 32 }));

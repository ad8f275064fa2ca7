import { singleton } from "@/lib/platform/singleton";

// As in test/runner/setup.ts: a flow is about who gets in, not about what a guess costs. Read before the server
// (server-process.ts), which else sets its own first.
singleton("password cost", () => ({ memory: 64, passes: 1, parallelism: 1, tagLength: 32 }));

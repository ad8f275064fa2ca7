import { singleton } from "@/lib/platform/singleton";

// As in test/setup.ts, and before the server reads its own: a flow is about who gets in, not about what a guess costs.
singleton("password cost", () => ({ memory: 64, passes: 1, parallelism: 1, tagLength: 32 }));

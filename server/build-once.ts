import { build } from "./build";
import { run } from "./run";

// npm run build: one artefact for any number of machines.
await run(() => build());

import { build } from "./build";
import { run } from "./run";

// npm run build: one artefact for any number of machines. Its key is the environment's, or random.
await run(() => build());

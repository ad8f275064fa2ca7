import { runMain } from "../run-main";
import { build } from "./build";

// npm run build: one artefact for any number of machines.
await runMain(() => build());

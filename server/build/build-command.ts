import { build } from "./build";
import { runMain } from "../run-main";

// npm run build: one artefact for any number of machines.
await runMain(() => build());

import type { Mutant } from "./mutant";
import { desk } from "./rows/desk";
import { enrollment } from "./rows/enrollment";
import { forgotten } from "./rows/forgotten";
import { limits } from "./rows/limits";
import { service } from "./rows/service";
import { worlds } from "./rows/worlds";

/** Mutants made by hand, where tools do not look: SQL, tables, units, what is seen from outside. */
export const mutants: Mutant[] = [...enrollment, ...limits, ...service, ...desk, ...worlds, ...forgotten];

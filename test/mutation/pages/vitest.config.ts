import base from "../../../vitest.config.ts";
import { mutate } from "./mutate.ts";

/** The suite's own, with the mutants written into what it reads. */
export default {
  ...base,
  plugins: [...(base.plugins ?? []), mutate],
  test: {
    ...base.test,
    include: ["test/mutation/pages/mutants.ts"],
    testTimeout: 3_600_000,
    reporters: ["default"],
    sequence: {},
  },
};

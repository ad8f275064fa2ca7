import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take longest, in the order in which they begin: a long one that began last would run alone.
 * The first makes the production build, for which the others that start a server wait.
 */
const LONGEST = [
  "test/pages-on-the-line",
  "lib/desk/bulk/bulk",
  "lib/decisions/tell",
  "lib/mail/worker",
  "lib/database/away",
  "test/processes",
  "lib/mail/resend",
  "test/soak/soak",
  "test/start",
  "test/killed",
  "lib/accounts/accounts",
  "test/stopped",
  "test/two-builds",
  "app/api/v1/events/events",
  "test/connections",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const others = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return others.sort((one, other) => place(one) - place(other));
  }
}

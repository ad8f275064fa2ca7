import { outliveReader } from "@/lib/platform/closed-pipe";
import { singleton } from "@/lib/platform/singleton";
import { type Finding, lineOf, wrong } from "./doctor/finding";

// `npm run doctor`: one line a finding on stdout, exit code 1 when something is wrong.
outliveReader();
let sick = false;
const tell = (check: string, finding: Finding) => {
  sick ||= finding.level === "wrong";
  process.stdout.write(`${lineOf(check, finding)}\n`);
};

singleton("on a wrong environment", () => (sentences: string[]) => {
  for (const words of sentences) tell("configuration", wrong(words, "Set it right in .env and ask again."));
});
const { examine } = await import("./doctor/examine"); // reads the environment
await examine(tell);
process.exit(sick ? 1 : 0); // what a library may still hold open keeps nobody waiting

/** What of StrykerJS's report is read here. */
export type Report = { files: Record<string, FileReport> };

type FileReport = { source: string; mutants: Mutant[] };

type Mutant = { status: string; replacement: string; location: { start: Place; end: Place } };

type Place = { line: number; column: number };

/** A line of a file, and what a mutant makes of it: of all lines on which it stands. */
export type Changed = [line: string, becomes: string];

export const told = ([line, becomes]: Changed) => `${line}\n  => ${becomes}`;

/** No test noticed it. */
export const hasSurvived = ({ status }: Mutant) => status === "Survived" || status === "NoCoverage";

/** The mutants that no test noticed, and how many of a hundred one did. */
export function survivorsOf({ source, mutants }: FileReport) {
  const noticed = mutants.filter(({ status }) => status === "Killed" || status === "Timeout");
  const survivors = mutants.filter(hasSurvived);
  return {
    score: ((100 * noticed.length) / (noticed.length + survivors.length)).toFixed(1),
    survivors: survivors.map((mutant) => told(changed(source.split("\n"), mutant))),
  };
}

function changed(lines: string[], { replacement, location: { start, end } }: Mutant): Changed {
  const [first = "", last = ""] = [lines[start.line - 1], lines[end.line - 1]];
  const becomes = `${first.slice(0, start.column - 1)}${replacement}${last.slice(end.column - 1)}`;
  return [first.trim(), becomes.replace(/\s+/g, " ").trim()];
}

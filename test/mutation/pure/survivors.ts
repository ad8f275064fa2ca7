/** What of StrykerJS's report is read here. */
export type Report = { files: Record<string, FileReport> };

type FileReport = { source: string; mutants: Mutant[] };

type Mutant = { status: string; replacement: string; location: { start: Place; end: Place } };

type Place = { line: number; column: number };

/** A line of a file, and what a mutant makes of it: of all lines on which it stands. */
export type Changed = [line: string, becomes: string];

export const told = ([line, becomes]: Changed) => `${line}\n  => ${becomes}`;

/** The mutants that no test noticed, and how many of a hundred one did. */
export function survivorsOf({ source, mutants }: FileReport) {
  const count = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const [noticed, not] = [count("Killed", "Timeout"), count("Survived", "NoCoverage")];
  const survivors = mutants.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  return {
    score: ((100 * noticed) / (noticed + not)).toFixed(1),
    survivors: survivors.map((mutant) => told(changed(source.split("\n"), mutant))),
  };
}

function changed(lines: string[], { replacement, location: { start, end } }: Mutant): Changed {
  const [first = "", last = ""] = [lines[start.line - 1], lines[end.line - 1]];
  const becomes = `${first.slice(0, start.column - 1)}${replacement}${last.slice(end.column - 1)}`;
  return [first.trim(), becomes.replace(/\s+/g, " ").trim()];
}

export type Mutant = {
  /** What would go wrong for whom. */
  what: string;
  file: string;
  /** Stands in the file once. */
  from: string;
  to: string;
  /** The test file that must fail. */
  killedBy: string;
  /** Why nothing visible changes; such a mutant must survive. */
  equivalent?: string;
};

/** Rows of one file that one test kills. */
export const in_ = (
  file: string,
  killedBy: string,
  rows: [what: string, from: string, to: string][],
): Mutant[] => rows.map(([what, from, to]) => ({ what, file, from, to, killedBy }));

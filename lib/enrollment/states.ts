// One row per state of an enrollment. Everything else derives from the rows: the API's enum, events, e-mails, places,
// the desk's filters and chips. Transitions: lib/decisions/transitions.ts.

type Row = {
  /** Whether the assigned place is taken ("place") or waited for ("list"). */
  holds?: "place" | "list";
  /** The enrollment is over. */
  ended?: true;
  mail: string;
  /** The type of the event about it. */
  event: `enrollment.${string}`;
  /** The style of its chip (components/site/state-styles.ts). */
  chip: "open" | "good" | "waits" | "ended" | "gone";
};

export const states = {
  pending: { mail: "put_back", event: "enrollment.changed", chip: "open" },
  accepted: { holds: "place", mail: "accepted", event: "enrollment.accepted", chip: "good" },
  waiting: { holds: "list", mail: "waiting", event: "enrollment.waiting", chip: "waits" },
  rejected: { mail: "rejected", event: "enrollment.rejected", chip: "ended" },
  withdrawn: { ended: true, mail: "withdrawn", event: "enrollment.withdrawn", chip: "gone" },
} as const satisfies Record<string, Row>;

export type State = keyof typeof states;

/** Every state, in the order of lists. */
export const stateNames = Object.keys(states) as [State, ...State[]];

export const getState = (state: State): Row & (typeof states)[State] => states[state];

/** The states with an assigned place, or a place on a list. */
export const listStatesHolding = (claim: NonNullable<Row["holds"]>): State[] =>
  stateNames.filter((state) => getState(state).holds === claim);

/** Whether the enrollment is over: the student may be enrolled for the year again. */
export const isEnded = (state: State): boolean => getState(state).ended === true;

export const isState = (text: string): text is State => text in states;

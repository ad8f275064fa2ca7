// One row a state of an enrollment; all else asks the row: the API's enum and filter, events, mails, what holds a
// place, the desk's filters and chips, commands and sandbox. Which state may follow which: lib/decisions/transitions.ts.

type Row = {
  /** What the place that it is assigned means: it has it, or it waits on its list. */
  holds?: "place" | "list";
  /** Nothing stands any more. */
  ended?: true;
  /** The kind of mail that tells it. */
  mail: string;
  /** The event that tells it. */
  event: `enrollment.${string}`;
  /** How its chip looks; the words beside it say what it means. */
  look: "open" | "good" | "waits" | "ended" | "gone";
};

export const states = {
  pending: { mail: "put_back", event: "enrollment.changed", look: "open" },
  accepted: { holds: "place", mail: "accepted", event: "enrollment.accepted", look: "good" },
  waiting: { holds: "list", mail: "waiting", event: "enrollment.waiting", look: "waits" },
  rejected: { mail: "rejected", event: "enrollment.rejected", look: "ended" },
  withdrawn: { ended: true, mail: "withdrawn", event: "enrollment.withdrawn", look: "gone" },
} as const satisfies Record<string, Row>;

export type State = keyof typeof states;

/** Every state, in the order in which they are listed. */
export const stateNames = Object.keys(states) as [State, ...State[]];

/** What is known of a state. */
export const getState = (state: State): Row & (typeof states)[State] => states[state];

/** The states in which an assigned place is had, or waited for. */
export const listStatesHolding = (what: NonNullable<Row["holds"]>): State[] =>
  stateNames.filter((state) => getState(state).holds === what);

/** Whether nothing stands any more: the student may be enrolled for the year again. */
export const isEnded = (state: State): boolean => getState(state).ended === true;

export const isState = (text: string): text is State => text in states;

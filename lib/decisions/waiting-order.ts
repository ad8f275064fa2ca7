/** What somebody's turn among those who wait follows from. */
export type WaitingPosition = {
  id: string;
  /** The order of the round that they were in; null for who came late, or where there was none. */
  turn: number | null;
  /** 0 goes on as they were, 1 goes on and changes, 2 is a newcomer: in this order (admission 14; `RENEWAL`). */
  renewal: number;
  /** When they gave up a place or their turn for one: they come after everybody else (admission 13). */
  gaveUpAt: Date | null;
  createdAt: Date;
};

/** Whether one is called before the other (admission 11, 14): by turn, then who renews, then by the time of sending. As SQL: `WAITING_ORDER`. */
export function isCalledBefore(one: WaitingPosition, other: WaitingPosition): boolean {
  for (const place of places) {
    const [ours, theirs] = [place(one), place(other)];
    if (ours !== theirs) return ours < theirs;
  }
  return one.id < other.id;
}

const places: ((turn: WaitingPosition) => number)[] = [
  ({ gaveUpAt }) => gaveUpAt?.getTime() ?? -Infinity,
  ({ turn }) => turn ?? Infinity,
  ({ renewal }) => renewal,
  ({ createdAt }) => createdAt.getTime(),
];

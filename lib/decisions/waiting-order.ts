export type WaitingPosition = {
  id: string;
  /** The position in the drawn order of the round; null for late entries and without a round. */
  turn: number | null;
  /** 0 renews unchanged, 1 renews with changes, 2 is new (admission 14; `RENEWAL_ORDER`). */
  renewal: number;
  /** When a place or turn was given up; such entries come last (admission 13). */
  gaveUpAt: Date | null;
  createdAt: Date;
};

/** Whether `a` is called before `b` (admission 11, 14). The same order in SQL: `WAITING_ORDER`. */
export function isCalledBefore(a: WaitingPosition, b: WaitingPosition): boolean {
  for (const criterion of criteria) {
    const [valueA, valueB] = [criterion(a), criterion(b)];
    if (valueA !== valueB) return valueA < valueB;
  }
  return a.id < b.id;
}

const criteria: ((position: WaitingPosition) => number)[] = [
  ({ gaveUpAt }) => gaveUpAt?.getTime() ?? -Infinity,
  ({ turn }) => turn ?? Infinity,
  ({ renewal }) => renewal,
  ({ createdAt }) => createdAt.getTime(),
];

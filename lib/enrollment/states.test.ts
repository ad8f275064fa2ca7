import { expect, test } from "vitest";
import { EnrollmentState } from "@/generated/prisma/enums";
import { transitions } from "@/lib/decisions/transitions";
import { stateNames, states } from "./states";

// Each row is tested where it is used: decisions, notifications, events, places, list and account.

test("each state of the database has a row and a transition to it", () => {
  expect([...stateNames].sort()).toEqual(Object.values(EnrollmentState).sort());
  const reached = new Set(transitions.map(({ to }) => to));
  expect(stateNames.filter((state) => !reached.has(state))).toEqual([]);
});

test("no two states share a mail or an event", () => {
  for (const column of ["mail", "event"] as const)
    expect(new Set(stateNames.map((state) => states[state][column])).size).toBe(stateNames.length);
});

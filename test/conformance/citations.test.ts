import { expect, test } from "vitest";
import { getCitedRules } from "./citations";

test.each([
  ["4.4-8: two minors", ["4.4-8"]],
  ["4.4-9 and 4.4-11: the guardians alone", ["4.4-9", "4.4-11"]],
  ["two guardians (23, 24; 4.4-8, 4.4-10 and 4.4-11)", ["4.4-8", "4.4-10", "4.4-11"]],
  ["an adult (4.3) receives the e-mail (4.3-9)", ["4.3-9"]],
  ["an integrator reads (4.1, 4.2)", ["4.1", "4.2"]],
  ["2.5, 2.7: returns the lists of the interface", ["2.5", "2.7"]],
  ["5: an expired key stops", ["5"]],
  ["1, 9: two chapters", ["1", "9"]],
  ["misuse is answered with exit code 1: no name", []],
  ["a start page (1)", []],
  ["focus is never out of sight (2.4.11, 2.5.8)", []],
  ["every step (9, 36)", []],
  ["price 32.50 and 4.15 credits", []],
])("%s cites %j", (title, ids) => {
  expect(getCitedRules(title)).toEqual(ids);
});

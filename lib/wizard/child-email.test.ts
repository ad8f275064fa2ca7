import { expect, test } from "vitest";
import { addChildEmail, createTaggedEmail, readOwnEmail } from "@/lib/wizard/child-email";

test.each([
  ["berta@gmail.com", "Laia", [], "berta+laia@gmail.com"],
  ["Berta.Roca@Gmail.com", "Núria Ça", [], "Berta.Roca+nuriaca@gmail.com"],
  ["berta+school@outlook.es", "Pol", [], "berta+pol@outlook.es"],
  ["berta@gmail.com", "王小明", [], "berta+child@gmail.com"],
  ["berta@gmail.com", "Pol", ["BERTA+POL@gmail.com", "berta+pol2@gmail.com"], "berta+pol3@gmail.com"],
  ["berta@example.org", "Laia", [], undefined],
  ["berta@yahoo.es", "Laia", [], undefined],
  [undefined, "Laia", [], undefined],
  [`${"b".repeat(57)}@gmail.com`, "Laia", [], undefined],
])("families 35: of %s and %s, where %j are taken: %s", (guardian, name, taken, email) => {
  expect(createTaggedEmail(guardian, name, taken)).toBe(email);
});

test("families 35: a generated address has at most 64 characters before the @, including its number", () => {
  const guardian = `${"b".repeat(50)}@gmail.com`;
  const first = String(createTaggedEmail(guardian, "x".repeat(30)));
  expect(first.split("@")[0]).toHaveLength(64);
  const second = String(createTaggedEmail(guardian, "x".repeat(30), [first]));
  expect(second.split("@")[0]).toHaveLength(64);
  expect(second).toMatch(/x2@gmail\.com$/);
});

test("families 35: uses the typed address where one is required and none can be generated", () => {
  const typed = { has_student_email: "no", student_email: "laia@example.org" };
  const own = (guardian_email: string, minorsWithoutEmail: boolean, input = typed) =>
    readOwnEmail(input, { guardian_email }, { minorsWithoutEmail }).has_student_email;
  expect(own("b@example.org", false)).toBe("yes");
  expect(own("b@example.org", true)).toBe("no");
  expect(own("b@gmail.com", false)).toBe("no");
  expect(own("b@example.org", false, { has_student_email: "no", student_email: "" })).toBe("no");
});

test("families 35: generates an address for a child without one where the law requires it", () => {
  const no = { has_student_email: "no", student_name: "Laia" };
  const guardian = { guardian_email: "b@gmail.com" };
  expect(addChildEmail(no, guardian, { minorsWithoutEmail: true })).toEqual(no);
  expect(addChildEmail(no, guardian, { minorsWithoutEmail: false })).toEqual({
    ...no,
    student_email: "b+laia@gmail.com",
  });
  const other = { ...no, second_guardian_email: "b+laia@gmail.com" };
  expect(addChildEmail(other, guardian, { minorsWithoutEmail: false }).student_email).toBe(
    "b+laia2@gmail.com",
  );
});

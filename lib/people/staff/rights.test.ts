import { describe, expect, test } from "vitest";
import {
  type Actor,
  hasPermission,
  type Permission,
  permissions,
  requirePermission,
  type StaffRole,
  staffRoles,
} from "./permissions";

// Desk 3, as the design says it in words: what each role may do beyond the one before it.
const also: Record<StaffRole, Permission[]> = {
  reader: ["read"],
  secretary: [
    "correct",
    "enroll_on_paper",
    "note",
    "decide",
    "work_in_bulk",
    "export_list",
    "type_draw",
    "check_merits",
  ],
  head: ["put_back", "decide_against_limits", "set_places", "mark_guardian", "tell_list", "run_round"],
  admin: [
    "manage_staff",
    "manage_keys",
    "change_settings",
    "read_audit",
    "answer_data_requests",
    "export_everybody",
    "replace_school",
  ],
};

const now = new Date("2026-11-21T10:00:00Z");
const staff = (role: StaffRole, passwordAt = now): Actor => ({
  kind: "staff",
  id: "c4b62f0c-6d6f-4ab9-9a54-1f7f8a5f9a11",
  name: "Marta",
  role,
  passwordAt,
});

describe.each(staffRoles)("a %s (desk 3)", (role) => {
  const allowed = staffRoles.slice(0, staffRoles.indexOf(role) + 1).flatMap((lower) => also[lower]);

  test.each(permissions)("and the right to %s", (right) => {
    expect(hasPermission(staff(role), right)).toBe(allowed.includes(right));
    const ask = () => requirePermission(staff(role), right, now);
    if (allowed.includes(right)) expect(ask).not.toThrow();
    else expect(ask).toThrow("no_right");
  });
});

test("desk 5: ten minutes after the password some actions require it again", () => {
  const passwordAt = new Date(now.getTime() - 10 * 60_000);
  const justBefore = new Date(passwordAt.getTime() + 1);
  const anew = permissions.filter((right) => {
    try {
      requirePermission(staff("admin", passwordAt), right, now);
      return false;
    } catch (error) {
      expect(error).toMatchObject({ code: "password_needed" });
      expect(() => requirePermission(staff("admin", justBefore), right, now)).not.toThrow();
      return true;
    }
  });
  expect(anew).toEqual([
    "manage_staff",
    "manage_keys",
    "answer_data_requests",
    "export_everybody",
    "replace_school",
  ]);
});

test("a command acts as administrator without a password", () => {
  for (const right of permissions)
    expect(() => requirePermission({ kind: "command" }, right, now)).not.toThrow();
});

test("a permission error has a code; a sandbox acts as the school", () => {
  const longAgo = new Date(0);
  expect(() => requirePermission(staff("reader"), "note", now)).toThrow(
    expect.objectContaining({ name: "PermissionError", code: "no_right", message: "no_right" }),
  );
  expect(() => requirePermission(staff("admin", longAgo), "manage_keys")).toThrow("password_needed");
  for (const right of permissions) {
    expect(hasPermission({ kind: "sandbox" }, right)).toBe(true);
    expect(() => requirePermission({ kind: "sandbox" }, right, now)).not.toThrow();
  }
});

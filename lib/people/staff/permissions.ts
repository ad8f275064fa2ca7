/** The four fixed roles of the desk, in ascending order; each includes the rights of those before it. */
export const staffRoles = ["reader", "secretary", "head", "admin"] as const;

export type StaffRole = (typeof staffRoles)[number];

/** Every right of the desk, and the lowest role that has it. */
const minimumRole = {
  read: "reader",
  correct: "secretary",
  enroll_on_paper: "secretary",
  note: "secretary",
  decide: "secretary",
  work_in_bulk: "secretary",
  export_list: "secretary",
  put_back: "head",
  decide_against_limits: "head",
  set_places: "head",
  mark_guardian: "head",
  run_round: "head",
  type_draw: "secretary",
  check_merits: "secretary",
  tell_list: "head",
  manage_staff: "admin",
  manage_keys: "admin",
  change_settings: "admin",
  read_audit: "admin",
  answer_data_requests: "admin",
  export_everybody: "admin",
  replace_school: "admin",
} as const satisfies Record<string, StaffRole>;

export type Permission = keyof typeof minimumRole;

export const permissions = Object.keys(minimumRole) as Permission[];

/** The actor at the desk: a signed-in member, a person with a shell on the school's machine, or a test key in its sandbox. */
export type Actor =
  | { kind: "staff"; id: string; name: string; role: StaffRole; passwordAt: Date }
  | { kind: "command" }
  | { kind: "sandbox" };

/** The actor lacks a right: `no_right` for the role, `password_needed` when the password must be typed again. */
export class PermissionError extends Error {
  constructor(readonly code: "no_right" | "password_needed") {
    super(code);
    this.name = "PermissionError";
  }
}

/** Whether the actor has a right, whether or not the password must be typed again. */
export const hasPermission = (actor: Actor, right: Permission): boolean =>
  actor.kind !== "staff" || staffRoles.indexOf(actor.role) >= staffRoles.indexOf(minimumRole[right]);

/** Rights that need a recently typed password, so that an unlocked screen is not enough. */
const requiresRecentPassword = new Set<Permission>([
  "manage_staff",
  "manage_keys",
  "answer_data_requests",
  "export_everybody",
  "replace_school",
]);

const RECENT_PASSWORD_MS = 10 * 60 * 1000;

/** Every function of the desk calls this before it reads or writes anything. @throws PermissionError */
export function requirePermission(actor: Actor, right: Permission, now: Date = new Date()) {
  if (!hasPermission(actor, right)) throw new PermissionError("no_right");
  if (actor.kind === "staff" && requiresRecentPassword.has(right) && !isRecent(actor.passwordAt, now)) {
    throw new PermissionError("password_needed");
  }
}

const isRecent = (passwordAt: Date, now: Date) => now.getTime() - passwordAt.getTime() < RECENT_PASSWORD_MS;

import {
  armchair,
  bookOpen,
  circleCheck,
  database,
  download,
  fileText,
  hourglass,
  inbox,
  keyRound,
  layoutDashboard,
  listOrdered,
  mail,
  scrollText,
  send,
  settings,
  tag,
  users,
} from "@/components/ui/icons/paths";
import type { Tab } from "@/lib/desk/list/sql";
import type { Permission } from "@/lib/people/staff/permissions";
import { pagedTables } from "../(school)/catalogue/table-addresses";

export type NavItem = {
  /** Message key in `desk.bar.pages`. */
  name: string;
  href: string;
  icon: string;
  /** Hidden without it. */
  right: Permission;
  group: NavGroupName;
  /** The page has `?year=`, which links between such pages keep. */
  ofYear?: boolean;
  /** The year is a filter of the page. */
  choosesYear?: boolean;
  /** The tab of the list whose count is shown. */
  counts?: Tab;
  /** Other paths that mark this item. */
  also?: string[];
};

/** In order; titles are in `desk.bar.groups`, except the first's. */
export const navGroups = ["day", "year", "school", "administration"] as const;
export type NavGroupName = (typeof navGroups)[number];

/** Navigation in order. A new page needs a row here and a text. */
export const navItems = [
  { name: "waiting", href: "/desk", icon: layoutDashboard, right: "read", group: "day" },
  {
    name: "enrollments",
    href: "/desk/enrollments",
    icon: inbox,
    right: "read",
    group: "day",
    counts: "pending",
    ofYear: true,
    choosesYear: true,
    also: ["/desk/paper", "/desk/bulk", "/desk/people"],
  },
  {
    name: "waitingList",
    href: "/desk/waiting-list",
    icon: hourglass,
    right: "read",
    group: "day",
    ofYear: true,
    counts: "waiting",
  },
  {
    name: "tell",
    href: "/desk/tell",
    icon: send,
    right: "tell_list",
    group: "day",
    ofYear: true,
    counts: "untold",
  },
  { name: "mail", href: "/desk/mail", icon: mail, right: "read", group: "day" },
  {
    name: "places",
    href: "/desk/places",
    icon: armchair,
    right: "read",
    group: "year",
    ofYear: true,
    also: ["/desk/renewal"],
  },
  { name: "round", href: "/desk/round", icon: listOrdered, right: "read", group: "year", ofYear: true },
  {
    name: "catalogue",
    href: "/desk/catalogue",
    icon: bookOpen,
    right: "change_settings",
    group: "year",
    ofYear: true,
    also: ["import", ...pagedTables].map((part) => `/desk/catalogue/${part}`),
  },
  { name: "report", href: "/desk/report", icon: fileText, right: "read", group: "year", ofYear: true },
  { name: "exports", href: "/desk/exports", icon: download, right: "export_list", group: "school" },
  { name: "labels", href: "/desk/labels", icon: tag, right: "note", group: "school" },
  { name: "texts", href: "/desk/texts", icon: fileText, right: "change_settings", group: "school" },
  {
    name: "settings",
    href: "/desk/settings",
    icon: settings,
    right: "change_settings",
    group: "school",
    also: ["/desk/setup"],
  },
  { name: "staff", href: "/desk/staff", icon: users, right: "manage_staff", group: "administration" },
  { name: "keys", href: "/desk/keys", icon: keyRound, right: "manage_keys", group: "administration" },
  {
    name: "data",
    href: "/desk/data",
    icon: database,
    right: "answer_data_requests",
    group: "administration",
  },
  { name: "audit", href: "/desk/audit", icon: scrollText, right: "read_audit", group: "administration" },
  {
    name: "state",
    href: "/desk/state",
    icon: circleCheck,
    right: "change_settings",
    group: "administration",
  },
] as const satisfies NavItem[];

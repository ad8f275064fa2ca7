import {
  armchair,
  bookOpen,
  circleCheck,
  database,
  download,
  fileText,
  hourglass,
  image,
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
  /** Its word in the messages, `desk.bar.pages`. */
  name: string;
  href: string;
  icon: string;
  /** Who may not do this is not led there. */
  right: Permission;
  /** Where it stands: with the day's work, or with what the school is. */
  group: "day" | "school";
  /** It shows one school year, `?year=` of its address: the year chosen stays from one such page to the next. */
  ofYear?: boolean;
  /** Its school year is chosen on the page itself, among its filters. */
  choosesYear?: boolean;
  /** The tab of the list whose count stands beside its word. */
  counts?: Tab;
  /** Addresses elsewhere that belong to it. */
  also?: string[];
};

/** The desk's pages in the order of its navigation; a page that is added is a row here and a word. */
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
    also: ["/desk/paper", "/desk/bulk"],
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
    name: "places",
    href: "/desk/places",
    icon: armchair,
    right: "read",
    group: "day",
    ofYear: true,
    also: ["/desk/renewal"],
  },
  { name: "round", href: "/desk/round", icon: listOrdered, right: "read", group: "day", ofYear: true },
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
    name: "pictures",
    href: "/desk/pictures",
    icon: image,
    right: "change_settings",
    group: "school",
    ofYear: true,
  },
  {
    name: "catalogue",
    href: "/desk/catalogue",
    icon: bookOpen,
    right: "change_settings",
    group: "school",
    ofYear: true,
    also: ["import", ...pagedTables].map((part) => `/desk/catalogue/${part}`),
  },
  { name: "texts", href: "/desk/texts", icon: fileText, right: "change_settings", group: "school" },
  { name: "labels", href: "/desk/labels", icon: tag, right: "note", group: "school" },
  { name: "exports", href: "/desk/exports", icon: download, right: "export_list", group: "school" },
  {
    name: "report",
    href: "/desk/report",
    icon: fileText,
    right: "read",
    group: "school",
    ofYear: true,
  },
  { name: "staff", href: "/desk/staff", icon: users, right: "manage_staff", group: "school" },
  { name: "keys", href: "/desk/keys", icon: keyRound, right: "manage_keys", group: "school" },
  { name: "data", href: "/desk/data", icon: database, right: "answer_data_requests", group: "school" },
  { name: "audit", href: "/desk/audit", icon: scrollText, right: "read_audit", group: "school" },
  { name: "state", href: "/desk/state", icon: circleCheck, right: "change_settings", group: "school" },
  {
    name: "settings",
    href: "/desk/settings",
    icon: settings,
    right: "change_settings",
    group: "school",
    also: ["/desk/setup"],
  },
] as const satisfies NavItem[];

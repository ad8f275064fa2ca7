import type { Visitor } from "./browser";
import {
  BULK_ID,
  currentSchool,
  DONE_BULK_ID,
  DUPLICATES_BULK_ID,
  ENDPOINT_ID,
  type FixtureSchool,
  GROUP_MAIL_BULK_ID,
  getDrafts,
  INVITATION_TOKEN,
  linkTokens,
  PLACE_CONFIRMATION_TOKEN,
  READY_BULK_ID,
  SIGN_IN_TOKEN,
} from "./fixture-school";

type Screen = [address: string, visitor: Visitor];

const ref = (name: keyof FixtureSchool["references"]) => currentSchool.school.references[name];
const desk = (name: keyof FixtureSchool["references"], rest = "") => `/desk/enrollments/${ref(name)}${rest}`;
const admin = () => currentSchool.school.staff.admin.visitor;
const asAdmin = (...addresses: string[]): Screen[] => addresses.map((address) => [address, admin()]);

const nobody: Visitor = { cookieJar: new Map() };

/** Carla's family, and others. */
const family = (name: string) => currentSchool.school.family(`${name}@example.org`);
const asFamily = async (name: string, ...addresses: string[]): Promise<Screen[]> => {
  const visitor = await family(name);
  return addresses.map((address) => [address, visitor]);
};
const account = (name: keyof FixtureSchool["references"], rest = "") =>
  `/account/enrollments/${ref(name)}${rest}`;

/**
 * Outlines of every page in every state: texts as message keys, controls and links. Review changes of the
 * snapshots like code.
 */
export const screens: Record<string, [promise: string, listScreens: () => Screen[] | Promise<Screen[]>]> = {
  // First, because later screens write page views.
  "desk-records": [
    "desk 18, 31 and 32: audit log, page views and data requests",
    () =>
      asAdmin(
        "/desk/audit",
        "/desk/audit?who=command&action=decided",
        "/desk/audit/opened",
        "/desk/data",
        "/desk/data/1",
        "/desk/data/2",
        "/desk/data/99",
      ),
  ],
  "desk-pictures": [
    "families 41: a speciality's picture is set on its page",
    () => asAdmin("/desk/catalogue/specialities/61", "/desk/catalogue/specialities/62"),
  ],
  "desk-round": ["admission 1: a round is planned", () => asAdmin("/desk/round?year=6")],
  "desk-home": [
    "desk 6 and 33: open tasks as linked counts, and the state of the year",
    () => asAdmin("/desk"),
  ],
  "desk-list": [
    "desk 7: the list, its filters and their tags",
    () =>
      asAdmin(
        "/desk/enrollments",
        "/desk/enrollments?year=6&state=waiting&sort=turn",
        "/desk/enrollments?speciality=62&how=waits&age=minor&source=form&mail=trouble&told=no&label=1&from=2020-01-01&until=2020-02-02",
      ),
  ],
  "desk-pane": [
    "desk 35: one enrollment beside its list, in every state",
    () =>
      asAdmin(
        `/desk/enrollments?state=pending&open=${ref("carla")}`,
        // The pane beside an empty list.
        ...(["ada", "waiting", "untold", "accepted", "otto", "asked"] as const).map(
          (name) => `/desk/enrollments?label=2&open=${ref(name)}`,
        ),
        "/desk/enrollments?label=2&open=NOBODY",
      ),
  ],
  "desk-report": [
    "desk 40: the report without names",
    () => asAdmin("/desk/report?year=6", "/desk/report?year=5"),
  ],
  "desk-enrollment": [
    "desk 10, 11, 16 and 17: one enrollment, in every state",
    () =>
      asAdmin(
        ...(Object.keys(currentSchool.school.references) as (keyof FixtureSchool["references"])[]).map(
          (name) => desk(name),
        ),
        desk("carla", "?said=note&list=all"),
        desk("accepted", "/certificate"),
        desk("carla", "/certificate"),
      ),
  ],
  "desk-person": [
    "desk 14: a person's page with all years and siblings",
    () =>
      asAdmin(
        ...["carla", "ada", "berta", "nobody"].map(
          (name) => `/desk/people/${currentSchool.school.people[`${name}@example.org`] ?? name}`,
        ),
      ),
  ],
  "desk-decide": [
    "desk 11, 19, 21, 22 and 39: the page of a decision before it is made",
    () =>
      asAdmin(
        desk("ada", "/decide/accepted"),
        desk("carla", "/decide/accepted"),
        desk("ada", "/decide/waiting"),
        desk("ada", "/decide/rejected"),
        desk("ada", "/decide/withdrawn"),
        desk("second", "/decide/accepted"),
        desk("accepted", "/decide/pending"),
        desk("accepted", "/decide/waiting"),
        desk("ada", "/decide/nothing"),
        desk("otto", `/decide/withdrawn?repeats=${ref("noel")}`),
        desk("noel", "/decide/accepted"),
        desk("noel"), // its mail was shown above
      ),
  ],
  "desk-ask": [
    "desk 37: a question with its mail, and enrollments that allow no question",
    () => asAdmin(desk("waiting", "/ask"), desk("carla", "/ask"), desk("withdrawn", "/ask")),
  ],
  "desk-correct": [
    "desk 14: each answer can be corrected by the form's own fields",
    () =>
      asAdmin(
        desk("carla", "/correct/student"),
        desk("carla", "/correct/guardian"),
        desk("carla", "/correct/second_guardian"),
        desk("carla", "/correct/studies"),
        desk("ada", "/correct/student"),
        desk("ada", "/correct/guardian"),
      ),
  ],
  "desk-bulk": [
    "desk 24, 38: bulk actions, their previews and results",
    () =>
      asAdmin(
        `/desk/bulk/${BULK_ID}`,
        ...["accepted", "waiting", "rejected", "label", "resend", "write", "export"].map(
          (kind) => `/desk/bulk/${BULK_ID}?do=${kind}`,
        ),
        `/desk/bulk/${BULK_ID}/check`,
        `/desk/bulk/${READY_BULK_ID}/check`,
        `/desk/bulk/${READY_BULK_ID}?do=rejected`,
        `/desk/bulk/${GROUP_MAIL_BULK_ID}/check`,
        `/desk/bulk/${DUPLICATES_BULK_ID}/check`,
        `/desk/bulk/${DONE_BULK_ID}?list=state%3Drejected%26sort%3Dname`,
        "/desk/bulk/nothing",
      ),
  ],
  "desk-labels": ["desk 42: the school's labels", () => asAdmin("/desk/labels")],
  "desk-keys": [
    "desk 29 and 46: keys with scopes, usage, webhooks and sandbox",
    () =>
      asAdmin(
        "/desk/keys",
        "/desk/keys/new",
        ...[1, 2, 3, 4, 99].map((id) => `/desk/keys/${id}`),
        `/desk/keys/1/${ENDPOINT_ID}`,
        `/desk/keys/1/${ENDPOINT_ID}?show=failed`,
        "/desk/keys/1/nothing",
      ),
  ],
  "desk-mail": [
    "desk 47: mail of a day by kind and state, undelivered mail with reasons, and suppressed addresses",
    () =>
      asAdmin(
        "/desk/mail?day=2020-03-02",
        "/desk/mail?day=2020-03-02&kind=password_reset&state=trouble",
        "/desk/mail?day=2020-01-01",
        "/desk/mail?show=trouble",
        "/desk/mail?show=addresses",
      ),
  ],
  "desk-exports": [
    "desk 25: a member's exports, and a new one",
    () => [
      ...asAdmin("/desk/exports", "/desk/exports/new", "/desk/exports/new?year=6&state=waiting"),
      ["/desk/exports", currentSchool.school.staff.head.visitor],
    ],
  ],
  "desk-paper": [
    "desk 15: paper forms, also of an existing family",
    () =>
      asAdmin(
        "/desk/paper",
        "/desk/paper?who=adult&year=6&sheet=00000000-0000-4000-8000-000000000001",
        "/desk/paper?who=minor&year=6&sheet=00000000-0000-4000-8000-000000000001",
        `/desk/paper?of=${ref("paula")}&how=again`,
        `/desk/paper?of=${ref("paula")}&how=again&year=6&sheet=00000000-0000-4000-8000-000000000001`,
        `/desk/paper?of=${ref("carla")}&how=sibling`,
        `/desk/paper?of=${ref("carla")}&how=sibling&year=6&sheet=00000000-0000-4000-8000-000000000001`,
      ),
  ],
  "desk-places": [
    "desk 20 and 22: limits of places, and waiting lists",
    () =>
      asAdmin(
        "/desk/places?year=6",
        "/desk/places?year=7",
        "/desk/places/classes?year=6",
        "/desk/waiting-list?year=6",
        "/desk/waiting-list?year=7",
      ),
  ],
  "desk-renewal": [
    "admission 14: the renewals of a year, and opening them",
    () =>
      asAdmin(
        "/desk/renewal?year=6",
        "/desk/renewal/check?year=6&day=2099-01-01",
        "/desk/renewal/check?year=6&day=mañana",
        "/desk/renewal?year=7",
        "/desk/renewal?year=5",
      ),
  ],
  "desk-tell": [
    "desk 23: the list with scheduled notifications",
    () => asAdmin("/desk/tell?year=6", "/desk/tell/check?year=6", "/desk/tell?year=7"),
  ],
  "desk-settings": [
    "desk 30: settings with their effects and last changes",
    () =>
      asAdmin(
        "/desk/settings",
        "/desk/settings?said=setting&saidOf=decision_hold_minutes",
        ...[
          "school_name",
          "answer_within_days",
          "second_guardian",
          "supported_countries",
          "erase_from",
          "school_color",
          "terms_url",
          "contact_email",
          "logo",
        ].map((name) => `/desk/settings/${name}`),
        "/desk/settings/nothing",
      ),
  ],
  "desk-setup": [
    "desk 43: missing parts of the set-up, and removal of demo and test data",
    () => asAdmin("/desk/setup", "/desk/setup/texts"),
  ],
  "desk-texts": [
    "desk 44: terms, privacy notice, mail texts and reasons with previews",
    () =>
      asAdmin(
        "/desk/texts",
        "/desk/texts/privacy",
        "/desk/texts/mails?kind=waiting&in=ca",
        "/desk/texts/mails/greeting",
        "/desk/texts/mails/signature",
        "/desk/texts/reasons/age",
        "/desk/texts/new-reason",
        "/desk/texts/nothing",
      ),
  ],
  "desk-catalogue": [
    "desk 26 and 27: a school year, its catalogue in tables and forms, and the next year",
    () =>
      asAdmin(
        "/desk/catalogue?year=6",
        "/desk/catalogue/specialities?year=6",
        "/desk/catalogue/specialities/61?year=6",
        "/desk/catalogue/subjects/new?year=6",
        "/desk/catalogue/syllabi/61?year=6",
        "/desk/catalogue/school_years/6?year=6",
        "/desk/catalogue/next?year=6&percent=10&roundTo=100&start_enrollment=2099-05-04&start_school_year=2099-09-07&end_school_year=2100-06-30",
        "/desk/catalogue/next?year=6&percent=mucho",
        "/desk/catalogue/nothing?year=6",
        "/desk/catalogue/import",
      ),
  ],
  "desk-staff": [
    "desk 2, 4 and 5: staff, one's own sessions, signing in",
    () => [
      ...asAdmin("/desk/staff", "/desk/me", "/desk/password", "/desk/password?to=%2Fdesk%2Fstaff"),
      ["/desk/sign-in", nobody],
      ["/desk/sign-in?to=%2Fdesk%2Fplaces", nobody],
      [`/desk/invitation/${INVITATION_TOKEN}`, nobody],
      [`/desk/invitation/${"x".repeat(43)}`, nobody],
      ["/desk/second-factor", currentSchool.school.staff.setup],
      ["/desk/labels?show=all", currentSchool.school.staff.code],
      ["/desk/second-factor/codes?to=%2Fdesk", currentSchool.school.staff.codes],
    ],
  ],
  account: [
    "families 9, 10, 13 and 17: the account in every state",
    async () => [
      ...(await asFamily("berta", "/account")),
      ...(await asFamily("david", "/account", "/account/guardian")),
      ...(await asFamily("carla", "/account")),
      ...(await asFamily("ada", "/account")),
      ...(await asFamily("alba", "/account")),
      ...(await asFamily("ulises", "/account")),
      ...(await asFamily("walda", "/account")),
      ...(await asFamily("rosa", "/account")),
      ...(await asFamily("wanda", "/account", "/account?said=withdrawn")),
      ...(await asFamily("blas", "/account")),
      ...(await asFamily("lidia", "/account")),
      ...(await asFamily("nadia", "/account")),
      ...(await asFamily("asun", "/account")),
      ...(await asFamily("olga", "/account")),
    ],
  ],
  family: [
    "families 34: the renewal in the account, in every state",
    async () => [
      ...(await asFamily("paula", "/account", "/account?said=goesOn", account("paula", "/leave"))),
      ...(await asFamily("wendy", "/account")),
      ...(await asFamily("blas", account("carla", "/leave"))),
      ...(await asFamily("wilma", "/account")),
      ...(await asFamily("david", "/account/family")),
      ["/account/family", nobody],
    ],
  ],
  "account-enrollment": [
    "families 9, 12, 13, 15 and 19: one enrollment for its family",
    async () => [
      ...(await asFamily(
        "berta",
        account("carla"),
        account("carla", "/choices"),
        account("carla", "/withdraw"),
        account("carla", "/receipt"),
        account("carla", "/disagree"),
      )),
      ...(await asFamily(
        "alba",
        account("accepted"),
        account("accepted", "/certificate"),
        account("carla", "/certificate"),
        account("accepted", "/choices"),
        account("accepted", "/withdraw"),
      )),
      ...(await asFamily("wanda", account("withdrawn"), account("withdrawn", "/receipt"))),
      ...(await asFamily("wendy", account("waiting"))),
      ...(await asFamily("ada", account("carla"))),
      ...(await asFamily("paula", account("paula"))),
    ],
  ],
  "account-details": [
    "families 10, 11 and 20: contact, corrections, password and data",
    async () => [
      ...(await asFamily(
        "berta",
        "/account/details",
        "/account/password",
        "/account/data",
        "/account/data/erase",
      )),
      ...(await asFamily("nadia", "/account/details")),
      ...(await asFamily("ada", "/account/details", "/account/data", "/account/data/erase")),
      ["/account", nobody],
    ],
  ],
  "account-setup": [
    "families 7: the pages of links",
    () =>
      [
        ...Object.values(linkTokens).map((token) => `/account-setup/${token}`),
        `/account-setup/${linkTokens.ada}/not-me`,
        `/account-setup/${linkTokens.sara}/not-me`,
        `/account-setup/${linkTokens.oscar}/not-me`,
        `/account-setup/address/${linkTokens.address}`,
        `/account-setup/${"x".repeat(43)}`,
        "/account-setup/short",
        `/account-setup/address/${"x".repeat(43)}`,
        "/account-setup/address/changed",
        "/account-setup/answered",
        "/account-setup/sent",
        "/sign-in",
        "/sign-in/link",
        `/sign-in/link/${SIGN_IN_TOKEN}`,
        `/sign-in/link/${"x".repeat(43)}`,
        "/forgotten-password",
        `/answer/${PLACE_CONFIRMATION_TOKEN}`,
        `/answer/${"x".repeat(43)}`,
      ].map((address): Screen => [address, nobody]),
  ],
  public: [
    "families 2: the public pages",
    () =>
      [
        "/",
        "/enroll",
        "/enroll/birth-date",
        "/terms",
        "/privacy",
        "/contact",
        "/accessibility",
        "/terms/1",
      ].map((address): Screen => [address, nobody]),
  ],
  form: [
    "families 1 and 35: each page of the form, filled in",
    async () => {
      const { child, adult } = await getDrafts();
      const childSteps =
        "birth-date guardian-name guardian-contact student-name student-more specialities check";
      const adultSteps = "student-name student-contact specialities check";
      const formScreens = (steps: string, visitor: Visitor) =>
        steps.split(" ").map((id): Screen => [`/enroll/${id}`, visitor]);
      return [
        ...formScreens(childSteps, child),
        ...["/enroll", "/enroll/children", "/enroll/delete"].map((address): Screen => [address, child]),
        ...formScreens(adultSteps, adult),
      ];
    },
  ],
};

/** Screens with the desk's layout: by role, with a year, signed out. */
export const screensWithLayout = (): Screen[] => [
  ...asAdmin("/desk/labels", "/desk/places?year=7"),
  ["/desk/places", currentSchool.school.staff.reader.visitor],
  ["/desk/sign-in", nobody],
];

/** Pages with forms. */
export const screensWithActions = () => [
  "/desk",
  "/desk/enrollments",
  ...(["carla", "ada", "untold", "accepted", "waiting", "second"] as const).map((name) => desk(name)),
  desk("ada", "/decide/accepted"),
  desk("second", "/decide/accepted"),
  desk("accepted", "/decide/pending"),
  desk("carla", "/correct/student"),
  desk("waiting", "/ask"),
  "/desk/paper",
  "/desk/places?year=6",
  "/desk/waiting-list?year=6",
  "/desk/tell?year=6",
  "/desk/round?year=6",
  "/desk/renewal?year=6",
  "/desk/renewal/check?year=6&day=2099-01-01",
  "/desk/exports",
  "/desk/exports/new",
  "/desk/mail?day=2020-03-02",
  "/desk/mail?show=addresses",
  "/desk/staff",
  "/desk/keys",
  "/desk/keys/1",
  "/desk/data",
  "/desk/data/1",
  "/desk/audit",
  "/desk/audit/opened",
  "/desk/me",
];

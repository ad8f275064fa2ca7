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

type Look = [address: string, visitor: Visitor];

const ref = (name: keyof FixtureSchool["references"]) => currentSchool.office.references[name];
const at = (name: keyof FixtureSchool["references"], rest = "") => `/desk/enrollments/${ref(name)}${rest}`;
const admin = () => currentSchool.office.staff.admin.visitor;
const asAdmin = (...addresses: string[]): Look[] => addresses.map((address) => [address, admin()]);

const nobody: Visitor = { jar: new Map() };

/** Carla's family, and others. */
const family = (name: string) => currentSchool.office.family(`${name}@example.org`);
const asFamily = async (name: string, ...addresses: string[]): Promise<Look[]> => {
  const visitor = await family(name);
  return addresses.map((address) => [address, visitor]);
};
const mine = (name: keyof FixtureSchool["references"], rest = "") =>
  `/account/enrollments/${ref(name)}${rest}`;

/**
 * Outlines of every page in every state: texts as message keys, controls and links. Review changes of the
 * snapshots like code.
 */
export const screens: Record<string, [promise: string, looks: () => Look[] | Promise<Look[]>]> = {
  // First, because later screens write page views.
  "desk-records": [
    "desk 18, 31 and 32: what was done and opened, and requests for data",
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
    "families 41: a speciality is given its picture where it is changed",
    () => asAdmin("/desk/catalogue/specialities/61", "/desk/catalogue/specialities/62"),
  ],
  "desk-round": ["admission 1: a round is planned", () => asAdmin("/desk/round?year=6")],
  "desk-home": [
    "desk 6 and 33: what waits, in counts that are links, and how the year stands",
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
        ...(Object.keys(currentSchool.office.references) as (keyof FixtureSchool["references"])[]).map(
          (name) => at(name),
        ),
        at("carla", "?said=note&list=all"),
        at("accepted", "/certificate"),
        at("carla", "/certificate"),
      ),
  ],
  "desk-person": [
    "desk 14: everything about one child, of all years, beside brothers and sisters",
    () =>
      asAdmin(
        ...["carla", "ada", "berta", "nobody"].map(
          (name) => `/desk/people/${currentSchool.office.people[`${name}@example.org`] ?? name}`,
        ),
      ),
  ],
  "desk-decide": [
    "desk 11, 19, 21, 22 and 39: what a decision asks and shows before it is made",
    () =>
      asAdmin(
        at("ada", "/decide/accepted"),
        at("carla", "/decide/accepted"),
        at("ada", "/decide/waiting"),
        at("ada", "/decide/rejected"),
        at("ada", "/decide/withdrawn"),
        at("second", "/decide/accepted"),
        at("accepted", "/decide/pending"),
        at("accepted", "/decide/waiting"),
        at("ada", "/decide/nothing"),
        at("otto", `/decide/withdrawn?repeats=${ref("noel")}`),
        at("noel", "/decide/accepted"),
        at("noel"), // whose mail was seen by now
      ),
  ],
  "desk-ask": [
    "desk 37: what a family is asked, with the mail that it gets, and of whom nothing can be asked",
    () => asAdmin(at("waiting", "/ask"), at("carla", "/ask"), at("withdrawn", "/ask")),
  ],
  "desk-correct": [
    "desk 14: each answer can be corrected by the form's own fields",
    () =>
      asAdmin(
        at("carla", "/correct/student"),
        at("carla", "/correct/guardian"),
        at("carla", "/correct/second_guardian"),
        at("carla", "/correct/studies"),
        at("ada", "/correct/student"),
        at("ada", "/correct/guardian"),
      ),
  ],
  "desk-bulk": [
    "desk 24, 38: what can be done to many, what it would do, and what it did",
    () =>
      asAdmin(
        `/desk/bulk/${BULK_ID}`,
        ...["accepted", "waiting", "rejected", "label", "resend", "write", "export"].map(
          (kind) => `/desk/bulk/${BULK_ID}?do=${kind}`,
        ),
        `/desk/bulk/${BULK_ID}/check`,
        `/desk/bulk/${READY_BULK_ID}/check`,
        `/desk/bulk/${GROUP_MAIL_BULK_ID}/check`,
        `/desk/bulk/${DUPLICATES_BULK_ID}/check`,
        `/desk/bulk/${DONE_BULK_ID}`,
        "/desk/bulk/nothing",
      ),
  ],
  "desk-labels": ["desk 42: the school's labels kept in order", () => asAdmin("/desk/labels")],
  "desk-keys": [
    "desk 29 and 46: keys, what each may and did, its webhooks and its sandbox",
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
    "desk 47: mail of a day by kind and state, what did not arrive and why, and stopped addresses",
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
    "desk 25: exports of one's own, and a new one",
    () => [
      ...asAdmin("/desk/exports", "/desk/exports/new", "/desk/exports/new?year=6&state=waiting"),
      ["/desk/exports", currentSchool.office.staff.head.visitor],
    ],
  ],
  "desk-paper": [
    "desk 15: a paper is typed in, also of a family that is known",
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
    "desk 20 and 22: places with their numbers, and who waits for them",
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
    "admission 14: who goes on in a year, and opening its renewal",
    () =>
      asAdmin(
        "/desk/renewal?year=6",
        "/desk/renewal/check?year=6&day=2099-01-01",
        "/desk/renewal?year=7",
        "/desk/renewal?year=5",
      ),
  ],
  "desk-tell": [
    "desk 23: the list that is told on its day",
    () => asAdmin("/desk/tell?year=6", "/desk/tell/check?year=6", "/desk/tell?year=7"),
  ],
  "desk-settings": [
    "desk 30: what the school decides, what each does and who changed it",
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
    "desk 43: what the school still needs, the demo and test data to be taken away",
    () => asAdmin("/desk/setup", "/desk/setup/texts"),
  ],
  "desk-texts": [
    "desk 44: terms, privacy notice, sentences of mails and reasons, each with its preview",
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
    "desk 26 and 27: a school year, its catalogue in tables and forms, and the next year out of it",
    () =>
      asAdmin(
        "/desk/catalogue?year=6",
        "/desk/catalogue/specialities?year=6",
        "/desk/catalogue/specialities/61?year=6",
        "/desk/catalogue/subjects/new?year=6",
        "/desk/catalogue/syllabi/61?year=6",
        "/desk/catalogue/school_years/6?year=6",
        "/desk/catalogue/next?year=6&percent=10&roundTo=100&start_enrollment=2099-05-04&start_school_year=2099-09-07&end_school_year=2100-06-30",
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
      ["/desk/second-factor", currentSchool.office.staff.setup],
      ["/desk/second-factor", currentSchool.office.staff.code],
      ["/desk/second-factor/codes?to=%2Fdesk", currentSchool.office.staff.codes],
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
    "families 34: who goes on with what, who waits, and who only looks",
    async () => [
      ...(await asFamily("paula", "/account", "/account?said=goesOn", mine("paula", "/leave"))),
      ...(await asFamily("wendy", "/account")),
      ...(await asFamily("blas", mine("carla", "/leave"))),
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
        mine("carla"),
        mine("carla", "/choices"),
        mine("carla", "/withdraw"),
        mine("carla", "/receipt"),
        mine("carla", "/disagree"),
      )),
      ...(await asFamily(
        "alba",
        mine("accepted"),
        mine("accepted", "/certificate"),
        mine("carla", "/certificate"),
        mine("accepted", "/choices"),
        mine("accepted", "/withdraw"),
      )),
      ...(await asFamily("wanda", mine("withdrawn"), mine("withdrawn", "/receipt"))),
      ...(await asFamily("wendy", mine("waiting"))),
      ...(await asFamily("ada", mine("carla"))),
      ...(await asFamily("paula", mine("paula"))),
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
      ].map((address): Look => [address, nobody]),
  ],
  public: [
    "families 2: what everybody may open",
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
      ].map((address): Look => [address, nobody]),
  ],
  form: [
    "families 1 and 35: each page of the form, filled in",
    async () => {
      const { child, adult } = await getDrafts();
      const ofChild =
        "birth-date guardian-name guardian-contact student-name student-more specialities check";
      const ofAdult = "student-name student-contact specialities check";
      const at = (steps: string, who: Visitor) => steps.split(" ").map((id): Look => [`/enroll/${id}`, who]);
      return [
        ...at(ofChild, child),
        ...["/enroll", "/enroll/children", "/enroll/delete"].map((address): Look => [address, child]),
        ...at(ofAdult, adult),
      ];
    },
  ],
};

/** Screens with the desk's layout: by role, with a year, signed out. */
export const screensWithLayout = (): Look[] => [
  ...asAdmin("/desk/labels", "/desk/places?year=7"),
  ["/desk/places", currentSchool.office.staff.reader.visitor],
  ["/desk/sign-in", nobody],
];

/** Pages with forms. */
export const screensWithActions = () => [
  "/desk",
  "/desk/enrollments",
  ...(["carla", "ada", "untold", "accepted", "waiting", "second"] as const).map((name) => at(name)),
  at("ada", "/decide/accepted"),
  at("second", "/decide/accepted"),
  at("accepted", "/decide/pending"),
  at("carla", "/correct/student"),
  at("waiting", "/ask"),
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

import { cell, workbook } from "@/test/support/data/workbook";
import { currentSchool, ENDPOINT_ID } from "./fixture-school";
import { NO_PAGE, type Submission } from "./submit-form";

const staff = (role: "reader" | "secretary" | "head" | "admin") => currentSchool.school.staff[role].visitor;

/** Ids of a deleted endpoint and a revoked key, on older pages. */
const [GONE, REVOKED] = ["00000000-0000-4000-8000-000000000077", "3"];

/** Actions on keys, endpoints and mail. */
export const integratorScenarios: Record<string, [promise: string, createSubmissions: () => Submission[]]> = {
  keys: [
    "desk 12, 29 and 46: keys, endpoints and sandboxes are created, changed and removed; conflicts are shown, and nothing is done twice",
    () => {
      const [liveKey, testKey] = ["/desk/keys/1", "/desk/keys/2"];
      const endpoint = `${liveKey}/${ENDPOINT_ID}`;
      return [
        [
          staff("admin"),
          "/desk/keys/new",
          "key_made",
          { scopes: false, contact: "ana", expires: "2020-01-01" },
        ],
        [staff("admin"), "/desk/keys/new", "key_made", { key_name: "Web" }],
        [staff("admin"), "/desk/keys/new", "key_made", { key_name: "Ayuntamiento", mode: "test" }],
        [staff("admin"), liveKey, "key_changed", { contact: "eva@web.example", expires: "" }],
        [staff("admin"), liveKey, "key_changed", { was: NO_PAGE }],
        [staff("admin"), liveKey, "key_overlap_ended"],
        [staff("admin"), liveKey, "key_renewed", { prefix: NO_PAGE }],
        [staff("admin"), liveKey, "key_renewed"],
        [staff("admin"), liveKey, "endpoint_made", { url: "http://10.0.0.1/" }],
        [staff("admin"), liveKey, "endpoint_made", { url: "https://web.example/other", events: true }],
        [staff("admin"), testKey, "sandbox_emptied"],
        [staff("admin"), endpoint, "endpoint_pinged"],
        [staff("admin"), endpoint, "endpoint_pinged", { endpoint: GONE }],
        [staff("admin"), endpoint, "endpoint_replayed replay-{uuid}", { was: NO_PAGE }],
        [staff("admin"), endpoint, "endpoint_replayed replay-{uuid}"],
        [staff("admin"), endpoint, "endpoint_replayed"],
        [staff("admin"), endpoint, "endpoint_renewed", { was: NO_PAGE }],
        [staff("admin"), endpoint, "endpoint_renewed"],
        [staff("admin"), endpoint, "endpoint_removed", { endpoint: GONE }],
        [staff("admin"), endpoint, "endpoint_removed"],
        [staff("admin"), liveKey, "key_renewed", { id: REVOKED }],
        [
          staff("admin"),
          liveKey,
          "endpoint_made",
          { id: REVOKED, url: "https://web.example/late", events: true },
        ],
        [staff("admin"), testKey, "key_stopped"],
      ];
    },
  ],
  mail: [
    "desk 47: e-mail is paused and resumed, and a bounced address is released with a reason",
    () => {
      const addresses = "/desk/mail?show=addresses";
      return [
        [staff("admin"), "/desk/mail?day=2020-03-02", "mail_paused"],
        [staff("admin"), "/desk/mail?day=2020-03-02", "mail_paused"],
        [staff("admin"), addresses, "address_lifted"],
        [staff("admin"), addresses, "address_lifted", { reason: "Sí.", address: "antes@example.org" }],
        [staff("admin"), addresses, "address_lifted", { reason: "El buzón estaba lleno." }],
      ];
    },
  ],
};

/** Invalid files, with errors by sheet, row and column; more in lib/catalogue/files/workbook.test.ts. */
function createInvalidFiles(): File[] {
  const { text, number, formula, heading } = cell;
  const specialities = heading("id school_year_id name code");
  const years = heading("id year start_enrollment end_enrollment start_school_year end_school_year");
  const days = [text("2029-01-01"), text(""), text("2029-09-01"), text("2030-06-30")];
  const files: Record<string, Uint8Array | string> = {
    "catálogo.pdf": "%PDF-1.7",
    "specialities.csv": new Uint8Array([0xe9, 0x0a]),
    "roto.json": "{",
    "fórmula.xlsx": workbook({ specialities: [specialities, [number(1), formula(6), text("A"), text("")]] }),
    "día.xlsx": workbook({
      school_years: [years, [number(30), text("2029/2030"), number(47240), ...days.slice(1)]],
    }),
  };
  return Object.entries(files).map(([name, content]) => new File([content as BlobPart], name));
}

/** Last, because an import renames things. */
export const importScenarios: typeof integratorScenarios = {
  import: [
    "desk 28: a file is refused by row and column, previewed, refused after a conflict, and imported",
    () => {
      const file = (...specialities: object[]) => ({
        file: new File([JSON.stringify({ specialities })], "catálogo.json"),
      });
      const list = (row: string) => ({ file: new File([`instrumento;plazas;precio\n${row}`], "lista.csv") });
      const [piano, violin] = [61, 62].map((id) => ({ id, school_year_id: 6, code: null }));
      const importForm: [ReturnType<typeof staff>, string, string] = [
        staff("admin"),
        "/desk/catalogue/import",
        "importCatalogueAction",
      ];
      return [
        importForm,
        [...importForm, { file: new File(["no"], "catálogo.xlsx") }],
        ...createInvalidFiles().map((file): Submission => [...importForm, { file }]),
        [...importForm, file({ ...piano, name: "" })],
        [
          ...importForm,
          file({ ...piano, name: "Piano", code: "PIA" }, { ...violin, name: "Violín barroco" }),
          { seen: NO_PAGE },
          {},
        ],
        [...importForm, { kept: "gone", seen: NO_PAGE }],
        [...importForm, { ...list("Piano;3;treinta"), school_year: "6" }],
        [...importForm, { ...list("piano;5;31,5"), school_year: "6" }],
      ];
    },
  ],
};

import { cell, workbook } from "@/test/support/data/workbook";
import { currentSchool, ENDPOINT_ID } from "./fixture-school";
import { NO_PAGE, type Submission } from "./submit-form";

const by = (role: "reader" | "secretary" | "head" | "admin") => currentSchool.office.staff[role].visitor;

/** Ids of a deleted endpoint and a revoked key, on older pages. */
const [GONE, REVOKED] = ["00000000-0000-4000-8000-000000000077", "3"];

/** Actions on keys, endpoints and mail. */
export const integratorScenarios: Record<string, [promise: string, presses: () => Submission[]]> = {
  keys: [
    "desk 12, 29 and 46: a key is made, changed, renewed and revoked; its endpoints and its sandbox are looked after; what is gone or was done meanwhile is said, and nothing done twice",
    () => {
      const [one, trial] = ["/desk/keys/1", "/desk/keys/2"];
      const hook = `${one}/${ENDPOINT_ID}`;
      return [
        [by("admin"), "/desk/keys/new", "key_made", { scopes: false, contact: "ana", expires: "2020-01-01" }],
        [by("admin"), "/desk/keys/new", "key_made", { key_name: "Web" }],
        [by("admin"), "/desk/keys/new", "key_made", { key_name: "Ayuntamiento", mode: "test" }],
        [by("admin"), one, "key_changed", { contact: "eva@web.example", expires: "" }],
        [by("admin"), one, "key_changed", { was: NO_PAGE }],
        [by("admin"), one, "key_overlap_ended"],
        [by("admin"), one, "key_renewed", { prefix: NO_PAGE }],
        [by("admin"), one, "key_renewed"],
        [by("admin"), one, "endpoint_made", { url: "http://10.0.0.1/" }],
        [by("admin"), one, "endpoint_made", { url: "https://web.example/other", events: true }],
        [by("admin"), trial, "sandbox_emptied"],
        [by("admin"), hook, "endpoint_pinged"],
        [by("admin"), hook, "endpoint_pinged", { endpoint: GONE }],
        [by("admin"), hook, "endpoint_replayed replay-{uuid}", { was: NO_PAGE }],
        [by("admin"), hook, "endpoint_replayed replay-{uuid}"],
        [by("admin"), hook, "endpoint_replayed"],
        [by("admin"), hook, "endpoint_renewed", { was: NO_PAGE }],
        [by("admin"), hook, "endpoint_renewed"],
        [by("admin"), hook, "endpoint_removed", { endpoint: GONE }],
        [by("admin"), hook, "endpoint_removed"],
        [by("admin"), one, "key_renewed", { id: REVOKED }],
        [by("admin"), one, "endpoint_made", { id: REVOKED, url: "https://web.example/late", events: true }],
        [by("admin"), trial, "key_stopped"],
      ];
    },
  ],
  mail: [
    "desk 47: e-mail is paused and goes on, and an address that bounced is written to again, with why",
    () => {
      const addresses = "/desk/mail?show=addresses";
      return [
        [by("admin"), "/desk/mail?day=2020-03-02", "mail_paused"],
        [by("admin"), "/desk/mail?day=2020-03-02", "mail_paused"],
        [by("admin"), addresses, "address_lifted"],
        [by("admin"), addresses, "address_lifted", { reason: "Sí.", address: "antes@example.org" }],
        [by("admin"), addresses, "address_lifted", { reason: "El buzón estaba lleno." }],
      ];
    },
  ],
};

/** Invalid files, with errors by sheet, row and column. */
function unreadable(): File[] {
  const { text, number, formula, heading } = cell;
  const specialities = heading("id school_year_id name code");
  const years = heading("id year start_enrollment end_enrollment start_school_year end_school_year");
  const whole = workbook({ specialities: [specialities] });
  const days = [text("2029-01-01"), text(""), text("2029-09-01"), text("2030-06-30")];
  const files: Record<string, Uint8Array | string> = {
    "catálogo.pdf": "%PDF-1.7",
    "specialities.csv": new Uint8Array([0xe9, 0x0a]),
    "roto.json": "{",
    "cortado.xlsx": whole.subarray(0, whole.length - 200),
    "bomba.xlsx": workbook({ specialities: [] }, { "xl/theme/theme1.xml": new Uint8Array(60_000_000) }),
    "filas.xlsx": workbook({ specialities: Array.from({ length: 50_000 }, () => [number(1)]) }),
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
    "desk 28: a file is refused by row and column, shown as a difference, refused once that is another, and imported",
    () => {
      const file = (...specialities: object[]) => ({
        file: new File([JSON.stringify({ specialities })], "catálogo.json"),
      });
      const list = (row: string) => ({ file: new File([`instrumento;plazas;precio\n${row}`], "lista.csv") });
      const [piano, violin] = [61, 62].map((id) => ({ id, school_year_id: 6, code: null }));
      const here: [ReturnType<typeof by>, string, string] = [
        by("admin"),
        "/desk/catalogue/import",
        "importCatalogueAction",
      ];
      return [
        here,
        [...here, { file: new File(["no"], "catálogo.xlsx") }],
        ...unreadable().map((file): Submission => [...here, { file }]),
        [...here, file({ ...piano, name: "" })],
        [
          ...here,
          file({ ...piano, name: "Piano", code: "PIA" }, { ...violin, name: "Violín barroco" }),
          { seen: NO_PAGE },
          {},
        ],
        [...here, { kept: "gone", seen: NO_PAGE }],
        [...here, { ...list("Piano;3;treinta"), school_year: "6" }],
        [...here, { ...list("piano;5;31,5"), school_year: "6" }],
      ];
    },
  ],
};

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readCatalogueFile } from "./catalogue-file";
import { formatProblem } from "./problem";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "catalogue-"));
});

afterEach(() => rm(directory, { recursive: true }));

describe("a CSV file that can be read", () => {
  const cases: [string, string][] = [
    ["commas", 'id,name\n1,"Piano, nivel 1"\n2,"de ""oído"""\n'],
    ["semicolons, as Spanish spreadsheets write them", 'id;name\n1;Piano, nivel 1\n2;"de ""oído"""'],
    ["tabs", 'id\tname\n1\tPiano, nivel 1\n2\t"de ""oído"""'],
    [
      "a byte order mark and line ends of Windows",
      '\uFEFFid,name\r\n1,"Piano, nivel 1"\r\n2,"de ""oído"""\r\n',
    ],
    ["other order, empty lines, spaces", '\n NAME , id \n\n"Piano, nivel 1", 1 \n,\n"de ""oído""",2\n'],
  ];

  it.each(cases)("%s", async (_, text) => {
    expect(await namesIn("grading_systems.csv", text)).toEqual(["1 Piano, nivel 1", '2 de "oído"']);
  });

  it("numbers, days, truth and nothing in a spreadsheet's spelling", async () => {
    const header = "id;school_year_id;code;name;school_hours;price;student_ratio;ects;is_individual";
    const file = await write(
      "subjects.csv",
      `${header}\n1;2;;Coro;1:30;32,50;12;0,5;FALSO\n2;2;X;Piano;01:00:00;40;1;1.25;true\n`,
    );
    const { tables, problems } = await readCatalogueFile(file);
    expect(problems).toEqual([]);
    expect(tables.subjects?.rows.map(({ row }) => Object.values(row))).toEqual([
      [1, 2, null, "Coro", "01:30", "32.50", 12, "0.50", false],
      [2, 2, "X", "Piano", "01:00", "40.00", 1, "1.25", true],
    ]);
  });
});

describe("a CSV file with problems", () => {
  const cases: [string, string, string | Uint8Array, string[]][] = [
    [
      "every bad cell at its line, also after cells of several lines",
      "grading_systems.csv",
      'id,name\n1,"a\nb"\n\nx,\n1,c\n,\n  \n\n\nz,d\n2,e',
      [
        "grading_systems.csv, line 2, name: must not hold line breaks or control characters",
        "grading_systems.csv, line 5, id: must be a whole number",
        "grading_systems.csv, line 5, name: is empty",
        "grading_systems.csv, line 6, id: 1 is already used in line 2.",
        "grading_systems.csv, line 11, id: must be a whole number",
      ],
    ],
    [
      "a cell too many",
      "grading_systems.csv",
      "id,name\n1,Piano, nivel 1\n",
      [
        'grading_systems.csv, line 2: The line has 3 cells, the header 2. A cell that holds the separator needs "quotation marks".',
      ],
    ],
    [
      "quotation marks left open",
      "grading_systems.csv",
      'id,name\n1,a"b\n',
      [
        'grading_systems.csv, line 2: The quotation marks do not match up. A cell that holds " is written as "like ""this""".',
      ],
    ],
    [
      "unknown, doubled and missing columns",
      "grading_systems.csv",
      "id,nombre,id\n",
      [
        "grading_systems.csv, line 1, nombre: is not a column. The columns are id, name.",
        "grading_systems.csv, line 1, id: is there twice",
        "grading_systems.csv, line 1, name: The column is missing.",
      ],
    ],
    ["nothing", "grading_systems.csv", "", ["grading_systems.csv: This is empty. The columns are id, name."]],
    [
      "another encoding",
      "grading_systems.csv",
      Buffer.from("id,name\n1,a\n2,Dise\u00f1o\n", "latin1"),
      ["grading_systems.csv, line 3: This is not UTF-8 text. Spreadsheets offer it as “CSV UTF-8”."],
    ],
  ];

  it.each(cases)("%s", async (_, name, text, expected) => {
    expect(await problemsIn(name, text)).toEqual(expected);
  });
});

describe("a JSON file with problems", () => {
  const cases: [string, string, string[]][] = [
    [
      "that is not JSON",
      '{\n  "degrees": [,]\n}',
      ["c.json, line 2: This is not JSON: character 15 of the line is not expected there."],
    ],
    ["that is cut", '{ "degrees": [', [expect.stringContaining("c.json, line 1: This is not JSON")]],
    [
      "with other things in it",
      "[]",
      [expect.stringContaining("c.json, line 1: The file must hold one object with an array")],
    ],
    [
      "with wrong tables",
      '{\n"degrees": {},\n"Degrees": [],\n"courses": [],\n"courses": []\n}',
      [
        "c.json, line 2, degrees: must be an array of rows",
        expect.stringContaining("c.json, line 3, Degrees: is not a table."),
        "c.json, line 5, courses: The table is there twice.",
      ],
    ],
    [
      "with wrong members, each at its line",
      '{"degrees": [\n  {\n    "id": 1,\n    "order": "x",\n    "__proto__": {},\n    "id": 2\n  },\n  7\n]}',
      [
        "c.json, line 5, degrees row 1, __proto__: is not a column of the table",
        "c.json, line 6, degrees row 1, id: is there twice",
        "c.json, line 4, degrees row 1, order: must be a whole number",
        "c.json, line 2, degrees row 1, name: is missing",
        "c.json, line 8, degrees row 2: must be an object with a member for each column",
      ],
    ],
  ];

  it.each(cases)("%s", async (_, text, expected) => {
    expect(await problemsIn("c.json", text)).toEqual(expected);
  });
});

describe("what is no catalogue", () => {
  it("is said with words", async () => {
    expect(await problemsAt(path.join(directory, "nothing.json"))).toEqual([
      expect.stringContaining("There is no such file"),
    ]);
    expect(await problemsAt(directory)).toEqual([expect.stringContaining("There is no .csv file.")]);
    expect(await problemsIn("notes.txt", "")).toEqual([
      expect.stringContaining("A catalogue is a .json file, a .csv file or"),
    ]);
    expect(await problemsIn("asignaturas.csv", "")).toEqual([
      expect.stringContaining(
        "asignaturas.csv: This is not a table. The files are named after their tables: school_years.csv",
      ),
    ]);
  });

  it("spoils the directory that it lies in", async () => {
    await write("grading_systems.csv", "id,name\n1,Numérica\n");
    await write("asignaturas.csv", "");
    expect(await readCatalogueFile(directory)).toMatchObject({
      complete: false,
      problems: [{ file: "asignaturas.csv" }],
    });
  });
});

async function write(name: string, text: string | Uint8Array) {
  const file = path.join(directory, name);
  await writeFile(file, text);
  return file;
}

const problemsIn = async (name: string, text: string | Uint8Array) => problemsAt(await write(name, text));

const problemsAt = async (file: string) => (await readCatalogueFile(file)).problems.map(formatProblem);

async function namesIn(name: string, text: string) {
  const { tables, problems } = await readCatalogueFile(await write(name, text));
  expect(problems).toEqual([]);
  return tables.grading_systems?.rows.map(({ row }) => `${row.id} ${row.name}`);
}

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { formatProblemInEnglish } from "@/test/support/data/catalogue-texts";
import { readCatalogueFile } from "./read-catalogue";
import { type Catalogue, type Row, type TableName, tableNames } from "./tables";
import { writeCsv, writeJson } from "./text-files";
import { formatProblem } from "./types";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "catalogue-"));
});

afterEach(() => rm(directory, { recursive: true }));

describe("a readable CSV file, with", () => {
  const cases: [string, string][] = [
    ["commas", 'id,name\n1,"Piano, nivel 1"\n2,"de ""oído"""\n'],
    ["semicolons, as Spanish spreadsheets write them", 'id;name\n1;Piano, nivel 1\n2;"de ""oído"""'],
    ["line ends of classic Mac OS", 'id,name\r1,"Piano, nivel 1"\r2,"de ""oído"""\r'],
    ["tabs", 'id\tname\n1\tPiano, nivel 1\n2\t"de ""oído"""'],
    ["a byte order mark and Windows line ends", '\uFEFFid,name\r\n1,"Piano, nivel 1"\r\n2,"de ""oído"""\r\n'],
    ["other order, empty lines, spaces", '\n NAME , id \n\n"Piano, nivel 1", 1 \n,\n"de ""oído""",2\n'],
  ];

  it.each(cases)("%s", async (_, text) => {
    expect(await readNames("grading_systems.csv", text)).toEqual(["1 Piano, nivel 1", '2 de "oído"']);
  });

  it("numbers, durations, booleans and blanks as spreadsheets write them", async () => {
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

describe("a cell", () => {
  const HEADER = "id;school_year_id;code;name;school_hours;price;student_ratio;ects;is_individual";
  const cells = {
    id: "1",
    year: "2",
    code: "",
    name: "Coro",
    hours: "1:30",
    price: "1",
    ratio: "1",
    ects: "1",
    own: "true",
  };

  async function read(change: Partial<typeof cells>) {
    const line = Object.values({ ...cells, ...change }).join(";");
    const { tables, problems } = await readCatalogueFile(await write("subjects.csv", `${HEADER}\n${line}\n`));
    const [subject] = tables.subjects?.rows ?? [];
    return { row: subject?.row, problems: problems.map(({ column, message }) => `${column} ${message}`) };
  }

  it.each([
    [{ ratio: "+5" }, { student_ratio: 5 }],
    [{ code: "7" }, { code: "7" }],
    [{ price: "32,5" }, { price: "32.50" }],
    [{ own: "TRUE" }, { is_individual: true }],
    [{ own: "False" }, { is_individual: false }],
    [{ own: "Verdadero" }, { is_individual: true }],
    [{ own: "FALSO" }, { is_individual: false }],
  ])("%j is %j", async (change, expected) => {
    expect(await read(change)).toMatchObject({ problems: [], row: expected });
  });

  it.each([
    [{ id: "" }, "id is missing"],
    [{ id: "1e3" }, "id must be a whole number"],
    [{ id: "1.0" }, "id must be a whole number"],
    [{ id: "0x10" }, "id must be a whole number"],
    [{ hours: "" }, "school_hours is missing"],
    [{ hours: "90" }, "school_hours must be a duration, HH:MM or HH:MM:SS"],
    [{ price: "" }, "price is missing"],
    [{ price: "a" }, "price must be a number such as 32.50, zero or more"],
    [{ name: "" }, "name is empty"],
    [{ own: "" }, "is_individual is missing"],
    [{ own: "sí" }, "is_individual must be true or false"],
  ])("%j is refused: %s", async (change, problem) => {
    expect((await read(change)).problems).toEqual([problem]);
  });

  it("of a day or an enum is checked", async () => {
    const years = "id,year,start_enrollment,end_enrollment,start_school_year,end_school_year";
    const subjects = "id,syllabus_id,subject_id,school_year_id,kind,speciality_id,classes_per_week";
    const year = "2026/2027,2026-05-04";
    const rows = async (name: string, text: string) => {
      const { tables, problems } = await readCatalogueFile(await write(`${name}.csv`, text));
      const values = tables[name as TableName]?.rows.map(({ row }) => Object.values(row));
      return [values, problems.map(({ column, message }) => `${column} ${message}`)];
    };
    expect(
      await rows(
        "school_years",
        `${years}\n1,${year},2026-06-30,2026-09-07,2027-06-30\n2,${year},,2026-09-07,x\n`,
      ),
    ).toEqual([
      [
        [1, "2026/2027", "2026-05-04", "2026-06-30", "2026-09-07", "2027-06-30"],
        [2, "2026/2027", "2026-05-04", null, "2026-09-07"],
      ],
      ["end_school_year must be a day that exists, YYYY-MM-DD"],
    ]);
    expect(await rows("school_years", `${years}\n1,2026/2027,,,2026-09-07,2027-06-30\n`)).toMatchObject([
      [{}],
      ["start_enrollment is missing"],
    ]);
    expect(
      await rows(
        "syllabus_subjects",
        `${subjects}\n1,1,1,1,mandatory,,1\n2,1,1,1,,,1\n3,1,1,1,speciality,5,1\n`,
      ),
    ).toEqual([
      [
        [1, 1, 1, 1, "mandatory", null, 1],
        [2, 1, 1, 1, null, 1],
        [3, 1, 1, 1, "speciality", 5, 1],
      ],
      ["kind is missing"],
    ]);
  });
});

describe("a CSV file with problems", () => {
  it("has line numbers and a header also with line ends of classic Mac OS", async () => {
    const text = 'id,name\r1,"a\rb"\r\rx,"c;d"\r';
    expect(await listProblems("grading_systems.csv", text)).toEqual([
      "grading_systems.csv, line 2, name: must not hold line breaks or control characters",
      "grading_systems.csv, line 5, id: must be a whole number",
    ]);
  });

  const cases: [string, string, string | Uint8Array, string[]][] = [
    [
      "each invalid cell with its line, also after multi-line cells",
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
      "an extra cell",
      "grading_systems.csv",
      "id,name\n1,Piano, nivel 1\n",
      [
        'grading_systems.csv, line 2: The line has 3 cells, the header 2. A cell that holds the separator needs "quotation marks".',
      ],
    ],
    [
      "unclosed quotation marks",
      "grading_systems.csv",
      'id,name\n1,a"b\n',
      [
        'grading_systems.csv, line 2: The quotation marks do not match up. A cell that holds " is written as "like ""this""".',
      ],
    ],
    [
      "unknown, duplicate and missing columns",
      "grading_systems.csv",
      "id,nombre,id\n",
      [
        "grading_systems.csv, line 1, nombre: is not a column. The columns are id, name.",
        "grading_systems.csv, line 1, id: is there twice",
        "grading_systems.csv, line 1, name: The column is missing.",
      ],
    ],
    [
      "a column without a name",
      "grading_systems.csv",
      "id,,name\n",
      ["grading_systems.csv, line 1, column 2: is not a column. The columns are id, name."],
    ],
    [
      "a missing cell",
      "grading_systems.csv",
      "id,name\n1\n",
      [
        'grading_systems.csv, line 2: The line has 1 cells, the header 2. A cell that holds the separator needs "quotation marks".',
        "grading_systems.csv, line 2, name: is empty",
      ],
    ],
    [
      "another encoding, with line ends of classic Mac OS",
      "grading_systems.csv",
      Buffer.from("id,name\r1,a\r2,Dise\u00f1o\r", "latin1"),
      ["grading_systems.csv, line 3: This is not UTF-8 text. Spreadsheets offer it as “CSV UTF-8”."],
    ],
    [
      "no content",
      "grading_systems.csv",
      "",
      ["grading_systems.csv: This is empty. The columns are id, name."],
    ],
    [
      "another encoding",
      "grading_systems.csv",
      Buffer.from("id,name\n1,a\n2,Dise\u00f1o\n", "latin1"),
      ["grading_systems.csv, line 3: This is not UTF-8 text. Spreadsheets offer it as “CSV UTF-8”."],
    ],
  ];

  it.each(cases)("%s", async (_, name, text, expected) => {
    expect(await listProblems(name, text)).toEqual(expected);
  });

  it("has a message for the desk", async () => {
    const textsByCase = Object.fromEntries(
      await Promise.all(
        cases.map(
          async ([title, name, text], index) => [title, await listDeskTexts(name, text, `${index}`)] as const,
        ),
      ),
    );
    const notUtf8 = "This is not UTF-8 text. Spreadsheets offer it as “CSV UTF-8”";
    const cells = (count: number) =>
      `The line has ${count} cells, and the first one 2. A cell that holds the separator stands in quotation marks`;
    const noColumn = "This is no column of this table. They are: id, name";
    expect(textsByCase).toEqual({
      "each invalid cell with its line, also after multi-line cells": [
        "Type a name of 200 letters at most",
        "Type a whole number",
        "This is missing",
        "This already exists",
        "Type a whole number",
      ],
      "an extra cell": [cells(3)],
      "unclosed quotation marks": [
        'The quotation marks do not match up. A cell with quotation marks is written "like ""this"""',
      ],
      "unknown, duplicate and missing columns": [
        noColumn,
        "The column is there twice",
        "The column is missing",
      ],
      "a column without a name": [noColumn],
      "a missing cell": [cells(1), "This is missing"],
      "another encoding, with line ends of classic Mac OS": [notUtf8],
      "no content": ["This is empty"],
      "another encoding": [notUtf8],
    });
  });
});

const OBJECT_OF_TABLES =
  "The file must hold one object with an array of rows for each table: school_years, degrees, courses, grading_systems, specialities, subjects, syllabi, syllabus_specialities, syllabus_subjects.";

const TABLE_FILES =
  "The files are named after their tables: school_years.csv, degrees.csv, courses.csv, grading_systems.csv, specialities.csv, subjects.csv, syllabi.csv, syllabus_specialities.csv, syllabus_subjects.csv.";

describe("a JSON file with problems", () => {
  it("in another encoding", async () => {
    const bytes = Buffer.from('{\n"degrees": "Dise\u00f1o"}', "latin1");
    expect(await listProblems("c.json", bytes)).toEqual([
      "c.json, line 2: This is not UTF-8 text. Spreadsheets offer it as “CSV UTF-8”.",
    ]);
  });

  const cases: [string, string, string[]][] = [
    [
      "that is not JSON",
      '{\n  "degrees": [,]\n}',
      ["c.json, line 2: This is not JSON: character 15 of the line is not expected there."],
    ],
    ["that is truncated", '{ "degrees": [', [expect.stringContaining("c.json, line 1: This is not JSON")]],
    [
      "with line ends of classic Mac OS",
      '{\r"degrees": {}\r}',
      ["c.json, line 2, degrees: must be an array of rows"],
    ],
    ["without tables", "{}", [`c.json, line 1: ${OBJECT_OF_TABLES}`]],
    [
      "with an array",
      "[]",
      [expect.stringContaining("c.json, line 1: The file must hold one object with an array")],
    ],
    [
      "with wrong tables",
      '{\n"degrees": {},\n"Degrees": [],\n"courses": [],\n"courses": []\n}',
      [
        "c.json, line 2, degrees: must be an array of rows",
        `c.json, line 3, Degrees: is not a table. ${OBJECT_OF_TABLES}`,
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
    expect(await listProblems("c.json", text)).toEqual(expected);
  });

  it("has a message for the desk", async () => {
    const tables = `It must be one object with a list of rows for each table: ${tableNames.join(", ")}`;
    const texts = await Promise.all(
      cases.map(([, text], index) => listDeskTexts("c.json", text, `${index}`)),
    );
    expect(texts).toEqual([
      ["This is not JSON: character 15 of the line is not expected there"],
      ["This is not JSON: character 1 of the line is not expected there"],
      ["It must be a list of rows"],
      [tables],
      [tables],
      ["It must be a list of rows", tables, "The table is there twice"],
      [
        "This is no column of this table. They are: id, order, name, name_ca, name_en",
        "The column is there twice",
        "Type a whole number",
        "This is missing",
        "It must be an object with a value for each column",
      ],
    ]);
  });
});

describe("a complete file", () => {
  const GOOD = "id,name\n1,Numérica\n";

  it.each<[string, string, boolean]>([
    ["grading_systems.csv", GOOD, true],
    ["grading_systems.csv", "id,name\nx,y\n", true],
    ["grading_systems.csv", "id,nombre\n1,Numérica\n", false],
    ["grading_systems.csv", "", false],
    ["c.json", '{"degrees": [], "courses": []}', true],
    ["c.json", '{"degrees": [], "Courses": []}', false],
    ["c.json", "{}", false],
  ])("%s with %j is complete: %s", async (name, text, isComplete) => {
    const { complete, tables } = await readCatalogueFile(await write(name, text));
    expect(complete).toBe(isComplete);
    if (name.endsWith(".csv")) expect(Object.keys(tables)).toEqual(isComplete ? ["grading_systems"] : []);
  });

  it("has an incomplete table if a row cannot be read", async () => {
    const { tables } = await readCatalogueFile(await write("c.json", '{"degrees": [7], "courses": []}'));
    expect([tables.degrees?.incomplete, tables.courses?.incomplete]).toEqual([true, false]);
  });

  it("is a directory, whose hidden and other files are ignored", async () => {
    for (const name of [".grading_systems.csv", "._subjects.csv", "README.txt"]) await write(name, "x");
    await write("grading_systems.csv", GOOD);
    expect(await readCatalogueFile(directory)).toMatchObject({ complete: true, problems: [] });
    for (const table of ["subjects", "degrees", "specialities", "courses", "syllabi"])
      await write(`${table}.csv`, "x");
    const files = (await readCatalogueFile(directory)).problems.map(({ file }) => file);
    expect([...new Set(files)], "in their order").toEqual(
      ["courses", "degrees", "specialities", "subjects", "syllabi"].map((table) => `${table}.csv`),
    );
  });
});

describe("a written catalogue", () => {
  const rows: Row[] = [
    { id: 1, name: ' Coro; "A", B' },
    { id: 2, name: "de oído" },
    { id: 3, name: "a;b" },
    { id: 4, name: "x " },
    { id: 5, name: null },
    { id: 6, name: 'the "old"' },
  ];

  it("as CSV begins with a byte order mark and quotes special cells", () => {
    expect(writeCsv("grading_systems", rows)).toBe(
      '\uFEFFid,name\n1," Coro; ""A"", B"\n2,de oído\n3,"a;b"\n4,"x "\n5,\n6,"the ""old"""\n',
    );
  });

  it("desk 25: as CSV has no cell that a spreadsheet would run, and is read back unchanged", async () => {
    const names = ["=1+1", "+34", "-1", "@a", "'=1", "''", "＝1"];
    const text = writeCsv(
      "grading_systems",
      names.map((name, index) => ({ id: index + 1, name })),
    );
    expect(text).not.toMatch(/[,\n]"?[=+\-@＝]/);
    expect(await readNames("grading_systems.csv", text)).toEqual(
      names.map((name, index) => `${index + 1} ${name}`),
    );
  });

  it("as JSON has a line for each row, every table and column, and money as a number", () => {
    const empty = Object.fromEntries(tableNames.map((table) => [table, new Map()])) as Catalogue;
    const subject = {
      id: 1,
      school_year_id: 1,
      name: "Coro",
      price: "32.50",
      ects: "0.50",
      is_individual: false,
    };
    const written = writeJson({
      ...empty,
      degrees: new Map(["1", "2"].map((id) => [id, { id: Number(id), order: 0, name: "x" }])),
      subjects: new Map([["1", subject]]),
    });
    expect(written).toBe(`{
  "school_years": [],
  "degrees": [
    {"id":1,"order":0,"name":"x","name_ca":null,"name_en":null},
    {"id":2,"order":0,"name":"x","name_ca":null,"name_en":null}
  ],
  "courses": [],
  "grading_systems": [],
  "specialities": [],
  "subjects": [
    {"id":1,"school_year_id":1,"code":null,"name":"Coro","school_hours":null,"price":32.5,"student_ratio":null,"ects":0.5,"is_individual":false,"name_ca":null,"name_en":null}
  ],
  "syllabi": [],
  "syllabus_specialities": [],
  "syllabus_subjects": []
}
`);
  });
});

describe("files without a catalogue", () => {
  it("are reported with a message", async () => {
    expect(await listProblemsOfFile(path.join(directory, "nothing.json"))).toEqual([
      expect.stringContaining("There is no such file"),
    ]);
    expect(await listProblemsOfFile(directory)).toEqual([expect.stringContaining("There is no .csv file.")]);
    expect(await listProblems("notes.txt", "")).toEqual([
      expect.stringContaining("A catalogue is a .json file, a .csv file or"),
    ]);
    expect(await listDeskTexts("notes.txt", "", ".")).toEqual([
      "It has to be an Excel workbook (.xlsx), a CSV or a JSON file",
    ]);
    expect(await listProblems("asignaturas.csv", "id,name\n")).toEqual([
      `asignaturas.csv: This is not a table. ${TABLE_FILES}`,
    ]);
    expect(await listDeskTexts("asignaturas.csv", "id;name\n", ".")).toEqual([
      `The file is named like its table: ${tableNames.join(", ")}`,
    ]);
  });

  it("make their directory incomplete", async () => {
    await write("grading_systems.csv", "id,name\n1,Numérica\n");
    await write("asignaturas.csv", "instrumento;precio\n");
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

const listProblems = async (name: string, text: string | Uint8Array) =>
  listProblemsOfFile(await write(name, text));

/** The desk's result for a file, in a temporary folder. */
async function listDeskTexts(name: string, text: string | Uint8Array, folder: string): Promise<string[]> {
  await mkdir(path.join(directory, folder), { recursive: true });
  const { problems } = await readCatalogueFile(await write(path.join(folder, name), text));
  return problems.map(({ text }) => formatProblemInEnglish(text));
}

const listProblemsOfFile = async (file: string) =>
  (await readCatalogueFile(file)).problems.map(formatProblem);

async function readNames(name: string, text: string) {
  const { tables, problems } = await readCatalogueFile(await write(name, text));
  expect(problems).toEqual([]);
  return tables.grading_systems?.rows.map(({ row }) => `${row.id} ${row.name}`);
}

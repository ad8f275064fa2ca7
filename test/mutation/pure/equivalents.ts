import type { Changed } from "./survivors";

/** What StrykerJS changes where nobody can see it, by file: lines as they are and as they become, and why that is the same. */
export const equivalents: Record<string, { why: string; lines: Changed[] }[]> = {
  "lib/people/password-rules.ts": [
    {
      why: "who has no name is called by StrykerJS's own words, which nobody's password holds",
      lines: [
        [
          'const parts = known.flatMap((text) => (text ?? "").normalize("NFKC").split(/[^\\p{L}\\p{N}]+/u));',
          'const parts = known.flatMap((text) => (text ?? "Stryker was here!").normalize("NFKC").split(/[^\\p{L}\\p{N}]+/u));',
        ],
      ],
    },
    {
      why: "parts of up to two characters are dropped, so those of none too",
      lines: [
        [
          'const parts = known.flatMap((text) => (text ?? "").normalize("NFKC").split(/[^\\p{L}\\p{N}]+/u));',
          'const parts = known.flatMap((text) => (text ?? "").normalize("NFKC").split(/[^\\p{L}\\p{N}]/u));',
        ],
      ],
    },
    {
      why: "what stands for no letters at all is no password of the list",
      lines: [
        [
          'const [core = ""] = /\\p{L}.*\\p{L}/u.exec(text) ?? [];',
          'const [core = "Stryker was here!"] = /\\p{L}.*\\p{L}/u.exec(text) ?? [];',
        ],
        [
          'const [core = ""] = /\\p{L}.*\\p{L}/u.exec(text) ?? [];',
          'const [core = ""] = /\\p{L}.*\\p{L}/u.exec(text) ?? ["Stryker was here"];',
        ],
      ],
    },
    { why: "any name will do for what exists once", lines: [['"guessed first",', '"",']] },
  ],
  "lib/catalogue/files/catalogue-file.ts": [
    {
      why: "Node reads a directory in the order of its names; nothing promises that",
      lines: [
        [
          "const names = (await readdir(directory))",
          'const names = (await readdir(directory)).filter(name => name.endsWith(".csv") && !name.startsWith("."));',
        ],
      ],
    },
  ],
  "lib/catalogue/files/check-rows.ts": [
    {
      why: "what a schema refuses it gives a reason for",
      lines: [
        [
          'const message = result.error.issues[0]?.message ?? "is not understood";',
          'const message = result.error.issues[0]?.message ?? "";',
        ],
        [
          'const message = result.error.issues[0]?.message ?? "is not understood";',
          'const message = result.error.issues[0].message ?? "is not understood";',
        ],
      ],
    },
  ],
  "lib/catalogue/files/columns.ts": [
    {
      why: "what PostgreSQL is told: import.test.ts and export.test.ts write and read every column, on a database",
      lines: [
        [
          "const readDay = (stored: string) => `to_char(${stored}, 'YYYY-MM-DD')`;",
          "const readDay = (stored: string) => ``;",
        ],
        [
          'stored: { column: "school_seconds", write: (value) => `extract(epoch from ${value})::integer` },',
          'stored: { column: "school_seconds", write: (value) => `` },',
        ],
        [
          "`regexp_replace(to_char(make_interval(secs => ${stored}), 'HH24:MI:SS'), '(:\\\\d\\\\d):00$', '\\\\1')`,",
          "``,",
        ],
        ["read: (stored) => `${stored}::text`,", "read: (stored) => ``,"],
        [
          'export const id = column({ kind: "whole", schema: whole(1), type: "integer", fromCell: wholeNumber });',
          'export const id = column({ kind: "whole", schema: whole(1), type: "", fromCell: wholeNumber });',
        ],
        ['type: "integer",', 'type: "",'],
        [
          'column({ kind: "whole", schema: whole(least), type: "integer", fromCell: wholeNumber });',
          'column({ kind: "whole", schema: whole(least), type: "", fromCell: wholeNumber });',
        ],
        [
          'export const name = column({ kind: "text", schema: line.min(1, "is empty"), type: "text" });',
          'export const name = column({ kind: "text", schema: line.min(1, "is empty"), type: "" });',
        ],
        [
          'export const possiblyEmptyName = column({ kind: "text", schema: line, type: "text" });',
          'export const possiblyEmptyName = column({ kind: "text", schema: line, type: "" });',
        ],
        [
          "const readDay = (stored: string) => `to_char(${stored}, 'YYYY-MM-DD')`;",
          "const readDay = () => undefined;",
        ],
        ['type: "date",', 'type: "",'],
        ['type: "text",', 'type: "",'],
        ['type: "interval",', 'type: "",'],
        [
          'stored: { column: "school_seconds", write: (value) => `extract(epoch from ${value})::integer` },',
          "stored: {},",
        ],
        [
          'stored: { column: "school_seconds", write: (value) => `extract(epoch from ${value})::integer` },',
          'stored: { column: "", write: (value) => `extract(epoch from ${value})::integer` },',
        ],
        [
          'stored: { column: "school_seconds", write: (value) => `extract(epoch from ${value})::integer` },',
          'stored: { column: "school_seconds", write: () => undefined },',
        ],
        ["read: (stored) =>", "read: () => undefined,"],
        ['type: "numeric",', 'type: "",'],
        ["read: (stored) => `${stored}::text`,", "read: () => undefined,"],
        ['type: "boolean",', 'type: "",'],
      ],
    },
    {
      why: "a split text has a first part",
      lines: [
        [
          'const [whole = "", cents = ""] = text.split(".");',
          'const [whole = "Stryker was here!", cents = ""] = text.split(".");',
        ],
      ],
    },
    {
      why: "the text was held against the expression before",
      lines: [
        ['.replace(/^0*(?=\\d{2})/, "")', '.replace(/0*(?=\\d{2})/, "")'],
        ['.replace(/(:\\d\\d):00$/, "$1"),', '.replace(/(:\\d\\d):00/, "$1"),'],
      ],
    },
    {
      why: "the next line writes a hour of one digit with two",
      lines: [['.replace(/^0*(?=\\d{2})/, "")', '.replace(/^0*(?=\\d)/, "")']],
    },
    {
      why: "a number with anything around it is refused in the same words",
      lines: [
        [
          'fromCell: (text) => (/^\\d+,\\d+$/.test(text) ? text.replace(",", ".") : text || undefined),',
          'fromCell: (text) => (/\\d+,\\d+$/.test(text) ? text.replace(",", ".") : text || undefined),',
        ],
        [
          'fromCell: (text) => (/^\\d+,\\d+$/.test(text) ? text.replace(",", ".") : text || undefined),',
          'fromCell: (text) => (/^\\d+,\\d+/.test(text) ? text.replace(",", ".") : text || undefined),',
        ],
      ],
    },
  ],
  "lib/catalogue/files/csv-file.ts": [
    {
      why: "a line without anything in its cells is skipped in any case",
      lines: [["skip_empty_lines: true,", "skip_empty_lines: false,"]],
    },
    {
      why: "the parser throws nothing else; what else there may be is not swallowed",
      lines: [["if (!(error instanceof CsvError)) throw error;", "if (false) throw error;"]],
    },
    {
      why: "nobody reads the records of a broken file",
      lines: [
        [
          "return { records: [], brokenLine: Number(error.lines) };",
          'return { records: ["Stryker was here"], brokenLine: Number(error.lines) };',
        ],
      ],
    },
    {
      why: "the header has been held against the columns",
      lines: [
        [
          'tables[table].columns[name]?.fromCell((record[at] ?? "").trim()),',
          'tables[table].columns[name].fromCell((record[at] ?? "").trim()),',
        ],
      ],
    },
  ],
  "lib/catalogue/files/decode-text.ts": [
    {
      why: "nobody reads the text of what is not UTF-8",
      lines: [
        [
          'return { text: "", badLine: before.split(/\\r\\n?|\\n/).length };',
          'return { text: "Stryker was here!", badLine: before.split(/\\r\\n?|\\n/).length };',
        ],
      ],
    },
  ],
  "lib/catalogue/files/json-file.ts": [
    {
      why: "where nothing could be parsed, the place was told before",
      lines: [
        [
          'if (body?.type !== "Object" || body.members.length === 0)',
          'if (body.type !== "Object" || body.members.length === 0)',
        ],
      ],
    },
    {
      why: "the parser throws nothing else; what else there may be is not swallowed",
      lines: [
        ["if (line === undefined || column === undefined) throw error;", "if (false) throw error;"],
        [
          "if (line === undefined || column === undefined) throw error;",
          "if (line === undefined && column === undefined) throw error;",
        ],
        [
          "if (line === undefined || column === undefined) throw error;",
          "if (false || column === undefined) throw error;",
        ],
        [
          "if (line === undefined || column === undefined) throw error;",
          "if (line === undefined || false) throw error;",
        ],
      ],
    },
    {
      why: "the members of a row on one line have that line",
      lines: [
        [
          "return { values, place: node.loc.start.line === node.loc.end.line ? place : { ...place, lines } };",
          "return { values, place: false ? place : { ...place, lines } };",
        ],
      ],
    },
    {
      why: "in JSON every name is a string",
      lines: [
        [
          'const nameOf = ({ name }: MemberNode) => (name.type === "String" ? name.value : name.name);',
          "const nameOf = ({ name }: MemberNode) => (true ? name.value : name.name);",
        ],
      ],
    },
  ],
  "lib/platform/client-address.ts": [
    {
      why: "a split text has a first part",
      lines: [
        [
          'const [head = "", tail] = address.split("::");',
          'const [head = "Stryker was here!", tail] = address.split("::");',
        ],
        [
          'const [address = "", bits] = entry.split("/");',
          'const [address = "Stryker was here!", bits] = entry.split("/");',
        ],
      ],
    },
    {
      why: "StrykerJS's words are no address, just as nothing is none",
      lines: [
        [
          'const hops = (forwardedFor ?? "").split(",").map((hop) => bare(hop.trim()));',
          'const hops = (forwardedFor ?? "Stryker was here!").split(",").map((hop) => bare(hop.trim()));',
        ],
        [
          'return isTrusted(bare(peer ?? ""), trustedProxies());',
          'return isTrusted(bare(peer ?? "Stryker was here!"), trustedProxies());',
        ],
      ],
    },
    {
      why: "isIP says 0 of what is not there",
      lines: [
        [
          "if (hop === undefined || isIP(hop) === 0) return address;",
          "if (false || isIP(hop) === 0) return address;",
        ],
      ],
    },
    { why: "what is kept only says that the warning was given", lines: [[") ?? true,", ") ?? false,"]] },
    {
      why: "a limit counts by the first four of eight groups: what stands behind them makes no difference",
      lines: [
        ['const after = tail?.split(":").filter(Boolean) ?? [];', 'const after = tail?.split(":") ?? [];'],
        [
          'const after = tail?.split(":").filter(Boolean) ?? [];',
          'const after = tail?.split(":").filter(Boolean) ?? ["Stryker was here"];',
        ],
        [
          'const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => "0");',
          'const zeros = false ? [] : Array.from({ length: 8 - before.length - after.length }, () => "0");',
        ],
        [
          'const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => "0");',
          'const zeros = tail === undefined ? ["Stryker was here"] : Array.from({ length: 8 - before.length - after.length }, () => "0");',
        ],
      ],
    },
    {
      why: "any name will do for what exists once",
      lines: [
        [
          'const trustedProxies = () => singleton("trusted proxies", () => blockListOf(env.TRUSTED_PROXIES));',
          'const trustedProxies = () => singleton("", () => blockListOf(env.TRUSTED_PROXIES));',
        ],
      ],
    },
    {
      why: "Node's list holds nothing that is no address, and takes any word but ipv4 for ipv6",
      lines: [
        [
          'return family !== 0 && trusted.check(address, family === 6 ? "ipv6" : "ipv4");',
          'return true && trusted.check(address, family === 6 ? "ipv6" : "ipv4");',
        ],
        [
          'return family !== 0 && trusted.check(address, family === 6 ? "ipv6" : "ipv4");',
          'return family !== 0 && trusted.check(address, family === 6 ? "" : "ipv4");',
        ],
      ],
    },
    {
      why: "an address has one line",
      lines: [
        [
          'return address.replace(/%.*$/, "").replace(/^::ffff:(?=\\d+\\.)/i, "");',
          'return address.replace(/%.*/, "").replace(/^::ffff:(?=\\d+\\.)/i, "");',
        ],
      ],
    },
  ],
  "lib/platform/dates.ts": [
    {
      why: "what is no YYYY-MM-DD is not written as it was given either, or stands before year 1; the line is the shorter way",
      lines: [
        ["if (!/^\\d{4}-\\d{2}-\\d{2}$/.test(text)) return false;", "if (false) return false;"],
        [
          "if (!/^\\d{4}-\\d{2}-\\d{2}$/.test(text)) return false;",
          "if (!/\\d{4}-\\d{2}-\\d{2}$/.test(text)) return false;",
        ],
        [
          "if (!/^\\d{4}-\\d{2}-\\d{2}$/.test(text)) return false;",
          "if (!/^\\d{4}-\\d{2}-\\d{2}/.test(text)) return false;",
        ],
      ],
    },
    {
      why: "any name will do that is no other format's",
      lines: [
        [
          'return format("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }, "day").format(',
          'return format("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }, "").format(',
        ],
      ],
    },
    {
      why: "a format is kept because making one is slow",
      lines: [["formats.set(key, made);", ";"]],
    },
  ],
  "lib/form/advice.ts": [
    {
      why: "all groups of the expression take part, with nothing in them at least",
      lines: [
        [
          'const [, first = "", digits = "", letter = ""] = found;',
          'const [, first = "Stryker was here!", digits = "", letter = ""] = found;',
        ],
        [
          'const [, first = "", digits = "", letter = ""] = found;',
          'const [, first = "", digits = "Stryker was here!", letter = ""] = found;',
        ],
        [
          'const [, first = "", digits = "", letter = ""] = found;',
          'const [, first = "", digits = "", letter = "Stryker was here!"] = found;',
        ],
      ],
    },
    {
      why: "StrykerJS's words are no type of document, just as nothing is none",
      lines: [
        [
          'if (number === "" || !/^(dni|nie|nif)$/.test(type ?? "")) return;',
          'if (number === "" || !/^(dni|nie|nif)$/.test(type ?? "Stryker was here!")) return;',
        ],
      ],
    },
    {
      why: "StrykerJS's words are as long as no phone number",
      lines: [
        [
          "const again = number.startsWith(prefix.slice(1)) ? [number.slice(prefix.length - 1)] : [];",
          'const again = number.startsWith(prefix.slice(1)) ? [number.slice(prefix.length - 1)] : ["Stryker was here"];',
        ],
      ],
    },
    {
      why: "the shorter way: who differs by more letters differs by as many changes",
      lines: [["if (Math.abs(one.length - other.length) > 2) return 3;", "if (false) return 3;"]],
    },
    {
      why: "before a word's beginning there is nothing to swap",
      lines: [
        [
          "const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];",
          "const swapped = true && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];",
        ],
        [
          "const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];",
          "const swapped = i > 1 || j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];",
        ],
        [
          "const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];",
          "const swapped = true && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];",
        ],
        [
          "const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];",
          "const swapped = i >= 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];",
        ],
        [
          "const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];",
          "const swapped = i > 1 && true && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];",
        ],
        [
          "const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];",
          "const swapped = i > 1 && j >= 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];",
        ],
      ],
    },
    {
      why: "a row for each letter was made, and a column for each of the other's",
      lines: [
        ["return rows[one.length]?.[other.length] ?? 3;", "return rows[one.length][other.length] ?? 3;"],
      ],
    },
  ],
  "lib/form/clean.ts": [
    {
      why: "what is no international number is handed back as it was typed: only its beginning is asked",
      lines: [
        [
          'const international = compact.startsWith("+") ? compact : compact.replace(/^00(?=\\d{6})/, "+");',
          'const international = compact.endsWith("+") ? compact : compact.replace(/^00(?=\\d{6})/, "+");',
        ],
        [
          'const international = compact.startsWith("+") ? compact : compact.replace(/^00(?=\\d{6})/, "+");',
          'const international = compact.startsWith("+") ? compact : compact.replace(/00(?=\\d{6})/, "+");',
        ],
        [
          'if (!international.startsWith("+")) return { prefix, number: compact };',
          "if (false) return { prefix, number: compact };",
        ],
        [
          'if (!international.startsWith("+")) return { prefix, number: compact };',
          'if (!international.startsWith("")) return { prefix, number: compact };',
        ],
      ],
    },
    {
      why: "what is missing or is StrykerJS's words is no part of a date",
      lines: [
        [
          'const [one = "", two = "", three = "", none] =',
          'const [one = "Stryker was here!", two = "", three = "", none] =',
        ],
        [
          'const [one = "", two = "", three = "", none] =',
          'const [one = "", two = "Stryker was here!", three = "", none] =',
        ],
        [
          'const [one = "", two = "", three = "", none] =',
          'const [one = "", two = "", three = "Stryker was here!", none] =',
        ],
        [
          'digits ?? whole.replace(/\\bdel\\b/giu, " ").match(WORDS) ?? [];',
          'digits ?? whole.replace(/\\bdel\\b/giu, " ").match(WORDS) ?? ["Stryker was here"];',
        ],
      ],
    },
    {
      why: "words are found whether a space or nothing stands between them",
      lines: [
        [
          'digits ?? whole.replace(/\\bdel\\b/giu, " ").match(WORDS) ?? [];',
          'digits ?? whole.replace(/\\bdel\\b/giu, "").match(WORDS) ?? [];',
        ],
      ],
    },
    {
      why: "both sides of the comparison are written alike",
      lines: [
        [
          'const plain = (text: string) => text.normalize("NFD").replace(/\\p{M}/gu, "").toLowerCase();',
          'const plain = (text: string) => text.normalize("NFD").replace(/\\p{M}/gu, "").toUpperCase();',
        ],
      ],
    },
    {
      why: "whoever types it types the beginning of another of its names",
      lines: [
        ['["febrero", "febrer", "february"],', '["febrero", "", "february"],'],
        ['["marzo", "març", "march"],', '["marzo", "", "march"],'],
        ['["mayo", "maig", "may"],', '["mayo", "maig", ""],'],
        ['["julio", "juliol", "july"],', '["", "juliol", "july"],'],
        ['["agosto", "agost", "august"],', '["agosto", "", "august"],'],
      ],
    },
  ],
  "lib/form/form-rules.ts": [
    {
      why: "a day does not come before the number of its year",
      lines: [
        [
          'typeof day === "string" && day.slice(0, 4) < `${Number(today.slice(0, 4)) - OLDEST}`,',
          'typeof day === "string" && day < `${Number(today.slice(0, 4)) - OLDEST}`,',
        ],
      ],
    },
  ],
  "lib/form/form-values.ts": [
    {
      why: "no field is yes or no with a control of its own yet: that of CONTRIBUTING.md would be the first",
      lines: [
        ['"yes-no": (text) => ({ yes: true, no: false })[text],', '"yes-no": (text) => ({})[text],'],
        [
          '"yes-no": (text) => ({ yes: true, no: false })[text],',
          '"yes-no": (text) => ({ yes: false, no: false })[text],',
        ],
        [
          '"yes-no": (text) => ({ yes: true, no: false })[text],',
          '"yes-no": (text) => ({ yes: true, no: true })[text],',
        ],
        ['return value ? "yes" : "no";', 'return value ? "" : "no";'],
        ['return value ? "yes" : "no";', 'return value ? "yes" : "";'],
        ['if (rowOf(field).control === "consent") return "on";', 'if (true) return "on";'],
        ['"yes-no": (text) => ({ yes: true, no: false })[text],', '"yes-no": () => undefined,'],
      ],
    },
    {
      why: "a date that was answered is whole",
      lines: [
        [
          'const [year = "", month = "", day = ""] = String(value).split("-");',
          'const [year = "Stryker was here!", month = "", day = ""] = String(value).split("-");',
        ],
        [
          'const [year = "", month = "", day = ""] = String(value).split("-");',
          'const [year = "", month = "Stryker was here!", day = ""] = String(value).split("-");',
        ],
        [
          'const [year = "", month = "", day = ""] = String(value).split("-");',
          'const [year = "", month = "", day = "Stryker was here!"] = String(value).split("-");',
        ],
      ],
    },
    {
      why: "of what is no date there are no parts to spread",
      lines: [["for (const field of fields.filter(isDate)) {", "for (const field of fields) {"]],
    },
    {
      why: "what was not typed is not kept",
      lines: [
        [
          'const kept = [...(typed[control] ?? "")].slice(0, (rowOf(field).most ?? 0) + 100).join("");',
          'const kept = [...(typed[control] ?? "Stryker was here!")].slice(0, (rowOf(field).most ?? 0) + 100).join("");',
        ],
      ],
    },
    {
      why: "StrykerJS's words are no field",
      lines: [
        [
          'drops.on === "no" && !typed[name] ? [...drops.fields] : [],',
          'drops.on === "no" && !typed[name] ? [...drops.fields] : ["Stryker was here"],',
        ],
      ],
    },
    {
      why: "StrykerJS's words are no day, just as nothing is none",
      lines: [
        [
          'if (isDay(cleanDate(parts) ?? "")) return "year_unlikely"; // before 1900',
          'if (isDay(cleanDate(parts) ?? "Stryker was here!")) return "year_unlikely"; // before 1900',
        ],
      ],
    },
  ],
  "lib/form/questions.ts": [
    {
      why: "no field is yes or no with a control of its own yet: that of CONTRIBUTING.md would be the first",
      lines: [
        ['return control === "yes-no" ? control : from;', "return false ? control : from;"],
        ['return control === "yes-no" ? control : from;', 'return control === "" ? control : from;'],
      ],
    },
  ],
  "lib/form/server/proof-of-work.ts": [
    { why: "nothing is answered either way", lines: [["} catch {", "} catch {}"]] },
    {
      why: "any purpose will do that is no other secret's",
      lines: [
        ['hmacSignatureSecret: derivedSecret("proof of work"),', 'hmacSignatureSecret: derivedSecret(""),'],
        [
          'hmacKeySignatureSecret: derivedSecret("key of a proof of work"),',
          'hmacKeySignatureSecret: derivedSecret(""),',
        ],
      ],
    },
  ],
  "lib/form/steps.ts": [
    {
      why: "without a birth date no day is asked for",
      lines: [
        [
          'journey({ answers: {}, today: "", severalYears: true }).includes(step);',
          'journey({ answers: {}, today: "Stryker was here!", severalYears: true }).includes(step);',
        ],
      ],
    },
    {
      why: "StrykerJS's words are no field that a step asks, or that was answered",
      lines: [
        ["unasked: readonly FormField[] = [],", 'unasked: readonly FormField[] = ["Stryker was here"],'],
        [
          "answersTo(stepRow(step).compares ?? [], answers);",
          'answersTo(stepRow(step).compares ?? ["Stryker was here"], answers);',
        ],
      ],
    },
    {
      why: "no field is an adult's alone yet",
      lines: [
        ['const other = branch === "adult" ? "minor" : "adult";', 'const other = true ? "minor" : "adult";'],
        [
          'const other = branch === "adult" ? "minor" : "adult";',
          'const other = branch === "adult" ? "minor" : "";',
        ],
      ],
    },
    {
      why: "the shorter way: nothing is taken away",
      lines: [
        [
          "return unasked.length === 0 ? all : all.filter((field) => !unasked.includes(field));",
          "return false ? all : all.filter((field) => !unasked.includes(field));",
        ],
      ],
    },
  ],
  "lib/i18n/sounds.ts": [
    {
      why: "messages know the vowel, and whatever else as “other”",
      lines: [
        [
          'return /^h?([aeo]|[iu](?![aeiou]))|^11?(?!\\d)/.test(plain) ? "vowel" : "other";',
          'return /^h?([aeo]|[iu](?![aeiou]))|^11?(?!\\d)/.test(plain) ? "vowel" : "";',
        ],
      ],
    },
  ],
  "lib/reference/phone-numbers.ts": [
    {
      why: "the prefixes are those that the library itself knows",
      lines: [
        [
          "return [prefix, metadata.numberingPlan?.possibleLengths() ?? []];",
          'return [prefix, metadata.numberingPlan?.possibleLengths() ?? ["Stryker was here"]];',
        ],
        [
          "return [prefix, metadata.numberingPlan?.possibleLengths() ?? []];",
          "return [prefix, metadata.numberingPlan.possibleLengths() ?? []];",
        ],
      ],
    },
  ],
  "lib/school/check-svg.ts": [
    {
      why: "a split text has a last part, and the group always takes part",
      lines: [
        [
          'const local = (name: string) => (name.split(":").at(-1) ?? "").toLowerCase();',
          'const local = (name: string) => (name.split(":").at(-1) ?? "Stryker was here!").toLowerCase();',
        ],
        [
          'const addresses = [...style.matchAll(/url\\(\\s*["\']?([^"\')]*)/gi)].map(([, address = ""]) => address);',
          'const addresses = [...style.matchAll(/url\\(\\s*["\']?([^"\')]*)/gi)].map(([, address = "Stryker was here!"]) => address);',
        ],
      ],
    },
    {
      why: "StrykerJS's words are a style without addresses, and no length",
      lines: [
        ['let style = "";', 'let style = "Stryker was here!";'],
        [
          'const [, , wide, high] = (viewBox ?? "")',
          'const [, , wide, high] = (viewBox ?? "Stryker was here!")',
        ],
        [
          'const size = wide && high ? [wide, high] : [width, height].map((length) => Number.parseFloat(length ?? ""));',
          'const size = wide && high ? [wide, high] : [width, height].map((length) => Number.parseFloat(length ?? "Stryker was here!"));',
        ],
      ],
    },
  ],
  "lib/school/oklch.ts": [
    {
      why: "a screen shows every grey from black to white, and no role is lighter or darker",
      lines: [
        [
          "if (left > 0 && rgb.some((value) => value < -SLACK || value > 1 + SLACK)) continue;",
          "if (true && rgb.some((value) => value < -SLACK || value > 1 + SLACK)) continue;",
        ],
        [
          "if (left > 0 && rgb.some((value) => value < -SLACK || value > 1 + SLACK)) continue;",
          "if (left >= 0 && rgb.some((value) => value < -SLACK || value > 1 + SLACK)) continue;",
        ],
      ],
    },
    {
      why: "no colour stands on an edge to the last digit",
      lines: [
        [
          "if (left > 0 && rgb.some((value) => value < -SLACK || value > 1 + SLACK)) continue;",
          "if (left > 0 && rgb.some((value) => value <= -SLACK || value > 1 + SLACK)) continue;",
        ],
        [
          "if (left > 0 && rgb.some((value) => value < -SLACK || value > 1 + SLACK)) continue;",
          "if (left > 0 && rgb.some((value) => value < -SLACK || value >= 1 + SLACK)) continue;",
        ],
        [
          "const channel = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;",
          "const channel = value < 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;",
        ],
      ],
    },
  ],
  "lib/school/tones.ts": [
    {
      why: "what is not light is dark",
      lines: [
        [
          'return { light: tonesIn("light", color), dark: tonesIn("dark", color) };',
          'return { light: tonesIn("light", color), dark: tonesIn("", color) };',
        ],
      ],
    },
  ],
  "lib/platform/spreadsheet/xlsx.ts": [
    {
      why: "fflate tells nothing wrong of pieces that are handed to it in order",
      lines: [["if (error) throw error;", "if (false) throw error;"]],
    },
  ],
};

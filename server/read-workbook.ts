import { buffer } from "node:stream/consumers";
import { readWorkbook, Unreadable } from "@/lib/catalogue/files/read-workbook";

// Begun by lib/catalogue/files/open-workbook.ts for one workbook, which comes on its standard input.
const bytes = await buffer(process.stdin);
process.stdout.write(JSON.stringify(answer()));

function answer() {
  try {
    return { sheets: readWorkbook(bytes) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { code: error.code, sheet: error.sheet };
  }
}

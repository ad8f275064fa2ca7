import { readFile } from "node:fs/promises";
import path from "node:path";

/**
 * A text file as people's editors write it: without its byte order mark, every line break as `\n`, one at the end.
 *
 * @returns undefined when there is no such file
 * @throws Error when it is not UTF-8
 */
export async function readTextFile(file: string): Promise<string | undefined> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(file));
    return `${text.replaceAll("\r\n", "\n").normalize("NFC").trim()}\n`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    if (error instanceof TypeError) throw new Error(`${path.basename(file)} is not UTF-8.`);
    throw error;
  }
}

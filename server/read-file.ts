import { buffer } from "node:stream/consumers";
import { deserialize, serialize } from "node:v8";
import { readCatalogueBytes } from "@/lib/catalogue/files/read-catalogue";
import { FileRefusal } from "@/lib/platform/file-refusal";
import { parseLogo } from "@/lib/school/read-logo";
import { readPicture } from "@/lib/school/read-picture";

const readers: Record<string, (name: string, bytes: Buffer<ArrayBuffer>) => unknown> = {
  catalogue: readCatalogueBytes,
  picture: (_, bytes) => readPicture(bytes),
  logo: (_, bytes) => parseLogo(bytes),
};

// Started by lib/platform/file-process.ts for one uploaded file on stdin.
const { format, name, bytes } = deserialize(await buffer(process.stdin));
process.stdout.write(serialize(answer()));

function answer() {
  try {
    return { result: readers[format]?.(name, Buffer.from(bytes)) };
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    return { code: error.code, message: error.message, values: error.values };
  }
}

import { Unzip, type UnzipFile, UnzipInflate } from "fflate";
import { FileRefusal } from "@/lib/platform/file-refusal";
import { MAX_UNPACKED_MEGABYTES } from "./limits";
import { walk } from "./walk-xml";

/** The XML files of a workbook's archive, by name. */
type Parts = Map<string, string>;
/** How a part is found from another one: by the last word of the relation's type, whatever the file's name is. */
type Relation = { id: string; type: string; target: string };

/** The XML parts of an archive. @throws FileRefusal */
export function unpack(bytes: Uint8Array): Parts {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw noWorkbook();
  const parts = new Map<string, Buffer[]>();
  const ended = new Set<string>();
  let size = 0;
  const take = (file: UnzipFile) => {
    if (!/\.(xml|rels)$/i.test(file.name)) return;
    const pieces: Buffer[] = [];
    const name = nameOf(file.name);
    parts.set(name, pieces);
    file.ondata = (error, piece, final) => {
      if (error) throw error; // also what was thrown below: the archive hands it round
      size += piece.length;
      if (size > MAX_UNPACKED_MEGABYTES * 1024 * 1024) throw tooLarge();
      pieces.push(Buffer.from(piece));
      if (final) ended.add(name);
    };
    file.start();
  };
  const zip = new Unzip(take);
  zip.register(UnzipInflate);
  try {
    // In small pieces, so that what unfolds is counted as it comes.
    for (let at = 0; at < bytes.length; at += 4096) {
      zip.push(bytes.subarray(at, at + 4096), at + 4096 >= bytes.length);
    }
  } catch (error) {
    throw error instanceof FileRefusal ? error : broken();
  }
  if (ended.size < parts.size || !hasEnd(bytes)) throw broken();
  return new Map([...parts].map(([name, pieces]) => [name, Buffer.concat(pieces).toString("utf8")]));
}

/** Whether the archive's own end is there: one that was cut off lacks it. */
const hasEnd = (bytes: Uint8Array) => Buffer.from(bytes).lastIndexOf(Buffer.from("PK\x05\x06")) >= 0;

export const noWorkbook = () => new FileRefusal("no_workbook", "This is no Excel workbook (.xlsx).");
export const broken = () => new FileRefusal("broken", "The workbook is damaged or cut off. Save it again.");
const tooLarge = () =>
  new FileRefusal("too_large", `The workbook unpacks to more than ${MAX_UNPACKED_MEGABYTES} MB.`, {
    limit: MAX_UNPACKED_MEGABYTES,
  });

/** @throws FileRefusal where the workbook names a part and does not hold it */
export function partOf(parts: Parts, relation: Relation | undefined, name: string): string {
  const xml = relation && parts.get(relation.target);
  if (xml === undefined)
    throw new FileRefusal(
      "part_missing",
      `The workbook names “${name}” but does not hold it. Save it again.`,
      {
        name,
      },
    );
  return xml;
}

/** The relations of a part; of the whole archive where it is "". */
export function relationsOf(parts: Parts, part: string): Relation[] {
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const relations: Relation[] = [];
  walk(parts.get(`${folder}_rels/${part.slice(folder.length)}.rels`) ?? "", {
    open: ({ name, attributes: { Id = "", Type = "", Target = "" } }) => {
      if (name === "Relationship")
        relations.push({
          id: Id,
          type: Type.slice(Type.lastIndexOf("/") + 1),
          target: nameOf(Target, folder),
        });
    },
  });
  return relations;
}

/** Names of parts differ neither by case nor by a slash in front. @throws FileRefusal */
function nameOf(path: string, from = ""): string {
  try {
    return decodeURI(new URL(path, `archive:/${from}`).pathname)
      .replace(/^\/+/, "")
      .toLowerCase();
  } catch {
    throw broken();
  }
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { type Picture, PictureError, readPicture } from "@/lib/school/read-picture";
import { aJpeg, aPng, aWebp, pngChunk } from "@/test/support/data/images";

const SECRET = "41.40338N 2.17403E Ada Puig";
const secret = Buffer.from(SECRET);

/** A JPEG with another segment after its start marker. */
const jpegWith = (marker: number, data: Picture["bytes"]) =>
  Buffer.concat([
    aJpeg().subarray(0, 2),
    Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff]),
    data,
    aJpeg().subarray(2),
  ]);

/** An Exif segment with a secret and the orientation, little-endian as cameras write it. */
const exif = (orientation: number) =>
  Buffer.concat([
    Buffer.from("Exif\0\0II*\0\x08\0\0\0\x02\0", "latin1"),
    Buffer.from([0x0e, 1, 2, 0, secret.length, 0, 0, 0, 38, 0, 0, 0]),
    Buffer.from([0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]),
    Buffer.alloc(4),
    secret,
  ]);

/** A WebP with another chunk at its end. */
function webpWith(type: string, data: Picture["bytes"]) {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  const file = Buffer.concat([aWebp(), Buffer.from(type), length, data, Buffer.alloc(data.length % 2)]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

const readCode = (file: Picture["bytes"]) => {
  try {
    readPicture(file);
    return "accepted";
  } catch (error) {
    if (error instanceof PictureError) return error.code;
    throw error;
  }
};

test.each([
  [
    "jpeg",
    aJpeg(),
    [
      jpegWith(0xe1, exif(1)),
      jpegWith(0xfe, secret),
      jpegWith(0xe2, secret),
      Buffer.concat([aJpeg(), secret]),
    ],
  ],
  ["png", aPng(), [aPng(96, 64, pngChunk("tEXt", secret), pngChunk("eXIf", secret))]],
  ["webp", aWebp(), [webpWith("EXIF", secret), webpWith("XMP ", secret), webpWith("NONE", secret)]],
] as const)(
  "families 41: a %s is recognised by its content, and its metadata is removed",
  (type, plain, filesWithMetadata) => {
    const picture = readPicture(plain);
    expect(picture).toMatchObject({ type, width: 96, height: 64 });
    for (const file of filesWithMetadata) {
      expect(file.includes(secret)).toBe(true);
      expect(readPicture(file)).toEqual(picture);
    }
    expect(readPicture(picture.bytes as Picture["bytes"])).toEqual(picture);
  },
);

test.each([
  [1, 96, 64],
  [3, 96, 64],
  [6, 64, 96],
  [8, 64, 96],
])(
  "a photograph with Exif orientation %i stays upright, with the size that is seen",
  (orientation, width, height) => {
    const picture = readPicture(jpegWith(0xe1, exif(orientation)));
    expect(picture).toMatchObject({ width, height });
    expect(picture.bytes.includes(secret)).toBe(false);
    expect(readPicture(picture.bytes)).toEqual(picture);
  },
);

test.each([
  ["kind", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
  ["kind", Buffer.from("GIF89a")],
  ["kind", Buffer.alloc(0)],
  ["kind", aPng(96, 64, pngChunk("CgBI", secret))],
  ["moving", aPng(96, 64, pngChunk("acTL", Buffer.alloc(8)))],
  ["moving", webpWith("ANMF", Buffer.alloc(16))],
  ["goes_on", Buffer.concat([aPng(), secret])],
  ["goes_on", Buffer.concat([aPng(), Buffer.from([0])])],
  ["goes_on", Buffer.concat([aPng(), aPng()])],
  ["goes_on", Buffer.concat([aWebp(), secret])],
  ["small", aPng(63, 64)],
  ["large", aPng(64, 1601)],
  ["bytes", aPng(96, 64, pngChunk("IDAT", Buffer.alloc(100_000)))],
  ["broken", aPng().subarray(0, -1)],
  ["broken", Buffer.concat([aPng().subarray(0, 50), Buffer.from([0]), aPng().subarray(51)])],
] as const)("families 41: a file that cannot be shown as a picture is refused: %s", (code, file) => {
  expect(readCode(file as Picture["bytes"])).toBe(code);
});

test("families 41: a damaged picture is accepted whole or refused", () => {
  const files = [aJpeg(), aWebp(), aPng(), jpegWith(0xe1, exif(6))];
  const damaged = fc.tuple(
    fc.constantFrom(...files),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }),
    fc.nat(),
  );
  fc.assert(
    fc.property(damaged, ([file, changes, length]) => {
      const copy = Buffer.from(file.subarray(0, length % 3 === 0 ? length % file.length : file.length));
      for (const [index, value] of changes) if (copy.length > 0) copy[index % copy.length] = value;
      if (readCode(copy) !== "accepted") return;
      const { bytes, width, height } = readPicture(copy);
      expect(readPicture(bytes)).toMatchObject({ width, height });
      expect(bytes.length).toBeLessThanOrEqual(100_000);
    }),
    { numRuns: 3000 },
  );
  for (const file of files)
    for (let length = 0; length < file.length; length++)
      expect(["kind", "broken"]).toContain(readCode(file.subarray(0, length)));
});

import { createSchoolTones } from "@/lib/school/color-tones";
import { getLogoFileName, getSchoolLogo, logoTypes } from "@/lib/school/logo";
import { readPictureFile } from "@/lib/school/pictures";

export const dynamic = "force-dynamic";

const YEAR_S = 365 * 24 * 3600;
const DAY_S = 24 * 3600;

/**
 * Files of the school: logo (`logo-HASH.svg`), style sheet (`color-RRGGBB.css`), pictures
 * (`picture-HASH.jpeg`).
 */
export async function GET(_: Request, { params }: RouteContext<"/school/[file]">): Promise<Response> {
  const { file } = await params;
  const [, color] = /^color-([0-9a-f]{6})\.css$/.exec(file) ?? [];
  if (color) return respond(createStyleSheet(`#${color}`), "text/css; charset=utf-8", DAY_S);
  if (file.startsWith("picture-")) {
    const picture = await readPictureFile(file);
    return picture
      ? respond(picture.bytes, picture.type, YEAR_S)
      : new Response("Not found", { status: 404 });
  }
  const logo = await getSchoolLogo();
  if (!logo || getLogoFileName(logo) !== file) return new Response("Not found", { status: 404 });
  return respond(logo.bytes, logoTypes[logo.type as keyof typeof logoTypes], YEAR_S);
}

/** The policy also applies to a logo that is opened directly. */
const respond = (body: BodyInit, type: string, seconds: number) =>
  new Response(body, {
    headers: {
      "Content-Type": type,
      "Cache-Control": `public, max-age=${seconds}${seconds === YEAR_S ? ", immutable" : ""}`,
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
  });

/** Tones of the school's colour; the defaults are in tailwind.config.ts. */
function createStyleSheet(color: string): string {
  const formatRoot = (tones: Record<string, string>) =>
    `:root{${Object.entries(tones)
      .map(([tone, value]) => `--${tone}:${value}`)
      .join(";")}}`;
  const [light, dark] = [createSchoolTones("light", color), createSchoolTones("dark", color)];
  return `${formatRoot(light)}@media screen and (prefers-color-scheme:dark){${formatRoot(dark)}}\n`;
}

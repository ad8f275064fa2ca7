import { expect, test } from "vitest";
import { changeLogo } from "@/lib/desk/settings/verbs";
import { getSchoolContact } from "@/lib/school/queries";
import { GET } from "./route";

test("desk 30: an SVG logo is served in the checked encoding, and runs and loads nothing", async () => {
  // As ISO-2022-JP “<!--” would be one letter, and the script would run.
  const hidden = "<g/>\u001b$B<!--\u001b(B<script>alert(1)</script>\u001b$B-->\u001b(B";
  const svg = `<?xml version="1.0" encoding="ISO-2022-JP"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 1">${hidden}</svg>`;
  await changeLogo({ logo: Buffer.from(svg) }, { kind: "command" });
  const file = (await getSchoolContact()).logo?.src.split("/").at(-1) ?? "";
  const { headers } = await GET(new Request("http://school.example"), { params: Promise.resolve({ file }) });
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "image/svg+xml; charset=utf-8",
    "content-security-policy": expect.stringMatching(/default-src 'none'.*sandbox/),
    "x-content-type-options": "nosniff",
  });
});

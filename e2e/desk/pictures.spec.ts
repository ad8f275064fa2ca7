import { expectAccessible } from "../support/checks/axe";
import { expectNoHorizontalScroll } from "../support/checks/small-screen";
import { openDesk } from "../support/pages/desk-session";
import { expect, test } from "../support/test";

test.use({ freshSchool: true });

test("families 41: the browser resizes a photograph, and the first page shows it, or a drawing", async ({
  page,
  context,
  school,
}) => {
  await openDesk(context, school, "admin");
  await page.goto("/desk/pictures"); // the former address of pictures
  await page.waitForURL("**/desk/catalogue/specialities**");
  await page.getByRole("main").getByRole("link", { name: "Violonchelo" }).click();
  const photograph = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [3000, 2000];
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    for (let i = 0; i < 4000; i++) {
      context.fillStyle = `hsl(${(i * 137) % 360} 60% 50%)`;
      context.fillRect((i * 379) % 3000, (i * 241) % 2000, 90, 60);
    }
    return canvas.toDataURL("image/jpeg", 0.95).split(",")[1] ?? "";
  });
  const buffer = Buffer.from(photograph, "base64");
  expect(buffer.length).toBeGreaterThan(300_000);
  const field = page.locator("#picture");
  await field.setInputFiles({ name: "cello.jpg", mimeType: "image/jpeg", buffer });
  const size = () => field.evaluate((input: HTMLInputElement) => input.files?.[0]?.size);
  await expect.poll(size).toBeLessThan(buffer.length);
  for (const [language, text] of [
    ["Español", "Un violonchelo de colores"],
    ["Català", "Un violoncel de colors"],
    ["English", "A colourful cello"],
  ] as const)
    await page.getByLabel(`Qué se ve, en ${language}`).fill(text);
  await expectAccessible(page, "a picture's page");
  await page.getByRole("region", { name: "Imagen" }).getByRole("button", { name: "Guardar" }).click();
  await expect(page.getByRole("status")).toContainText("guardada");

  for (const [address, text] of [
    ["/", "Un violonchelo de colores"],
    ["/en", "A colourful cello"],
  ] as const) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(address);
    const picture = page.getByRole("img", { name: text });
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([640, 427]);
    const response = await page.request.get(String(await picture.getAttribute("src")));
    expect((await response.body()).length).toBeLessThanOrEqual(100_000);
    await expect(page.locator("main li > svg")).not.toHaveCount(0);
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, address);
  }
});

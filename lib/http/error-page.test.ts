import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { sendErrorPage } from "./error-page";

test("the page of an unknown address links to the desk below /desk, else to the home page", async () => {
  const server = createServer((incoming, outgoing) => sendErrorPage(incoming, outgoing, "unknown"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const readLink = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return [answer.status, /<main[^>]*>.*?<a [^>]*href="([^"]*)"/s.exec(await answer.text())?.[1]];
  };
  expect(await readLink("/desk/nothing")).toEqual([404, "/desk"]);
  expect(await readLink("/ca/desk")).toEqual([404, "/ca/desk"]);
  expect(await readLink("/deskless")).toEqual([404, "/"]);
  expect(await readLink("/en/nothing")).toEqual([404, "/en"]);
  server.close();
});

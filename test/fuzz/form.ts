import fc from "fast-check";
import { arbitraryText, type FuzzReport, type FuzzRequest, runFuzz } from "./fuzz-report";

/** A post of a step, by form and by script. */
type StepPost = { path: string; hidden: [name: string, value: string][]; names: string[]; action: string };

/** Invalid values, names, arguments, encodings, lengths and headers for the wizard. */
export async function fuzzForm(base: string, options: { seed: number; runs: number }): Promise<FuzzReport> {
  const steps = await Promise.all(
    ["/enroll/birth-date", "/ca/sign-in", "/en/forgotten-password"].map(readStep),
  );
  return runFuzz(base, fc.constantFrom(...steps).chain(arbitraryPost), options, () => undefined);

  async function readStep(path: string): Promise<StepPost> {
    const page = await (await fetch(base + path)).text();
    const inputs = [...page.matchAll(/<input[^>]*>/g)].map(([input]) => ({
      name: decodeEntities(/ name="([^"]*)"/.exec(input)?.[1] ?? ""),
      value: decodeEntities(/ value="([^"]*)"/.exec(input)?.[1] ?? ""),
    }));
    const hidden = inputs.filter(({ name }) => name.startsWith("$ACTION"));
    const action = /"id":"([0-9a-f]{40,})"/.exec(hidden.map(({ value }) => value).join())?.[1] ?? "";
    const names = inputs.map(({ name }) => name).filter((name) => !name.startsWith("$"));
    return { path, hidden: hidden.map(({ name, value }) => [name, value]), names, action };
  }
}

const decodeEntities = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

function arbitraryPost(step: StepPost): fc.Arbitrary<FuzzRequest> {
  const fields = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...step.names), arbitraryText), arbitraryText), {
    maxLength: 12,
  });
  const validFields = fields.map((values) => multipart([...step.hidden, ...values]));
  const manyFields = fc
    .integer({ min: 1, max: 1_500 })
    .map((count) => multipart(Array(count).fill(["a", "b"])));
  const boundArgument = fc
    .tuple(fc.nat({ max: Math.max(step.hidden.length - 1, 0) }), fc.oneof(fc.json(), arbitraryText))
    .map(([index, value]) =>
      multipart(
        step.hidden.map(([name, original], position) => [name, position === index ? value : original]),
      ),
    );
  const unknownStep = fc
    .tuple(fc.constantFrom("none", "__proto__", null, []), fc.constantFrom("", "ca"))
    .map(([none, language]) => {
      const replacement = `"step":${JSON.stringify(none)}`;
      const hidden = step.hidden.map(
        ([name, original]) => [name, original.replace(/"step":"[^"]*"/, replacement)] as const,
      );
      return multipart([...hidden, ["language", language]]);
    });
  const flight = fc.oneof(
    fc.json(),
    arbitraryText,
    fc.constantFrom('["$K1"]', '["$F1"]', '["$@1"]', "[{},{}]"),
  );
  const scriptCall = fc
    .tuple(flight, fc.constantFrom(step.action, "00".repeat(21), "zz", ""))
    .map(([body, action]) => ({
      body,
      headers: { "Next-Action": action, "Content-Type": "text/plain;charset=UTF-8" },
    }));
  const multipartCall = fc.tuple(fields, flight).map(([values, root]) => {
    const { body, headers } = multipart([
      ...values.map(([name, value]): [string, string] => [`1_${name}`, value]),
      ["0", root],
    ]);
    return { body, headers: { ...headers, "Next-Action": step.action } };
  });
  const truncated = validFields.chain(({ body, headers }) =>
    fc.nat({ max: body.length }).map((length) => ({ body: body.slice(0, length), headers })),
  );
  const otherType = fc
    .tuple(
      arbitraryText,
      fc.constantFrom(
        "text/plain",
        "multipart/form-data",
        "application/json",
        "x",
        "application/x-www-form-urlencoded",
      ),
    )
    .map(([body, type]) => ({ body, headers: { "Content-Type": type } }));
  const longBody = fc
    .integer({ min: 1, max: 400_000 })
    .map((length) => multipart([...step.hidden, ["a", "b".repeat(length)]]));
  return fc
    .tuple(
      fc.oneof(
        validFields,
        validFields,
        boundArgument,
        unknownStep,
        scriptCall,
        multipartCall,
        truncated,
        otherType,
        manyFields,
        longBody,
      ),
      fc.boolean(),
      fc.constantFrom("", "?from=check", "?a=%ff"),
    )
    .map(([{ body, headers }, chunked, query]) => ({
      method: "POST",
      path: step.path + query,
      init: { body, headers, chunked },
    }));
}

function multipart(fields: (readonly [name: string, value: string])[]) {
  const boundary = "----fuzz";
  const parts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', "%22").replaceAll(/[\r\n]/g, " ")}"\r\n\r\n${value}\r\n`,
  );
  const headers: Record<string, string> = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
  return { body: `${parts.join("")}--${boundary}--\r\n`, headers };
}

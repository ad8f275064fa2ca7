import fc from "fast-check";
import { ACTION_FIELD } from "../pages/next-stubs/actions";
import { parseForms } from "../support/http/html-forms";
import { arbitraryText } from "./fuzz-report";

/** An input of a page's address or form, and how to submit another value. */
export type PageInput<V> = { visitor: V; name: string; address: string; form?: (value: string) => FormData };

/** An id, reference or secret in a path. */
const IN_PATH = /^(\d+|[A-Z0-9]{8}|[0-9a-f-]{36}|[\w-]{43}|nothing|short)$/;

/** Path parameters and query parameters. */
export function addressInputs<V>(visitor: V, address: string, queries: string[]) {
  const [path = "", query = ""] = address.split("?");
  const parts = path.split("/");
  const route = parts.map((part) => (IN_PATH.test(part) ? "[]" : part)).join("/");
  const pathInputs = parts.flatMap((part, index) =>
    IN_PATH.test(part)
      ? [
          {
            name: `${route} ${index}`,
            to: (value: string) => `${parts.with(index, value || "%20").join("/")}?${query}`,
          },
        ]
      : [],
  );
  const queryInputs = queries.map((name) => ({
    name: `${route}?${name}`,
    to: (value: string) => {
      const others = new URLSearchParams(query);
      others.delete(name);
      return `${path}?${[others.toString(), `${name}=${value}`].filter(Boolean).join("&")}`;
    },
  }));
  return [...pathInputs, ...queryInputs].map(({ name, to }) => ({ visitor, name, to }));
}

/** Controls, hidden fields and bound arguments of the page's forms. */
export function formInputs<V>(visitor: V, address: string, html: string): PageInput<V>[] {
  return parseForms(html).flatMap((form) => {
    const [action = "", ...boundArguments] = JSON.parse(String(form.post().get(ACTION_FIELD) ?? '[""]')) as [
      string,
      ...unknown[],
    ];
    const controls = [...form.controls.map(({ name }) => name), ...form.post().keys()];
    const named = [...new Set(controls)].filter((name) => name && !name.startsWith("$"));
    const fields = named.map((name) => ({
      name: `${action} ${name.replace(/-.*/, "")}`,
      form: (value: string) => {
        const data = form.post();
        data.set(name, value);
        return data;
      },
    }));
    const bound = boundArguments.map((_, index) => ({
      name: `${action} bound ${index}`,
      form: (value: string) => {
        const data = form.post();
        data.set(ACTION_FIELD, JSON.stringify([action, ...boundArguments.with(index, value)]));
        return data;
      },
    }));
    return [...fields, ...bound].map((input) => ({ visitor, address, ...input }));
  });
}

/** Text in an address; pages never get NUL and half-escaped characters (lib/http/page-listener). */
export const anyEscaped = fc.oneof(
  fc.constantFrom("-1", "0", "2147483648", "9007199254740993", "1e400", "NaN", "1.5", "%ff", "%E2%80%AE"),
  fc.constantFrom(
    "2026-02-30",
    "0000-00-00",
    "9999-12-31",
    "99999-01-01",
    "[object Object]",
    "%2e%2e",
    "a&a=b",
  ),
  arbitraryText.map((text) => encodeURIComponent(text.replaceAll("\0", "").toWellFormed()).slice(0, 6_000)),
);

/** Text in a posted form. */
export const anyPosted = fc.oneof(
  fc.constantFrom("-1", "0", "32768", "2147483648", "9007199254740993", "1e400", "NaN", "1.5", "٣", "１"),
  fc.constantFrom(
    "\0",
    "a\0b",
    "\ud800",
    "x\udc00",
    "2026-02-30",
    "0000-00-00",
    "+275760-09-13",
    "25:61",
    "{}",
  ),
  fc.constantFrom(
    "[[[[",
    "A/1/1/1",
    "AAAAAAAA/999999999/999999999/999999999",
    "2147483648 -",
    "0 0",
    "9 9 9",
  ),
  fc.constantFrom(
    "00000000-0000-0000-0000-000000000000",
    "https://a:b@x",
    "javascript:1",
    "a@b",
    "<svg/onload=1>",
  ),
  arbitraryText,
);

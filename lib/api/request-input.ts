import type { z } from "zod";
import { AppError } from "@/lib/platform/errors";
import { fieldIssues } from "@/lib/platform/field-issues";
import { memoize } from "@/lib/platform/memo";
import { isStorable } from "@/lib/platform/stored-values";
import type { MaybePromise } from "@/lib/platform/when-ready";
import type { ApiRequest } from "./exchange";
import { type JsonObject, readGetBody } from "./request-body";

/**
 * What a GET asks for: the members of its JSON body or of its query string, which may not disagree.
 * @throws AppError `ambiguous_parameter`, `validation_failed`, and those of the body
 */
export function readQuery<S extends z.ZodObject>(
  request: ApiRequest,
  schema: S | undefined,
): MaybePromise<z.output<S>> {
  if (request.hasBody) return readGetBody(request).then((body) => parse(request.target, body, schema));

  return readQueryString(request, schema);
}

/** What the query string alone asks for: of a POST that takes no body. @throws as `readQuery` */
export function readQueryString<S extends z.ZodObject>(request: ApiRequest, schema: S | undefined): z.output<S> {
  return schema ? (memoizeParser(schema)(request.target) as z.output<S>) : ({} as z.output<S>);
}

function parse<S extends z.ZodObject>(target: string, body: JsonObject, schema: S | undefined): z.output<S> {
  if (!schema) return {} as z.output<S>;

  const input: JsonObject = {};
  const search = searchOf(target);
  for (const name of Object.keys(schema.shape)) {
    const given = search.getAll(name).map(fromText);
    if (Object.hasOwn(body, name)) given.push(body[name]);
    if (given.length > 1 && new Set(given).size > 1) throw new AppError("ambiguous_parameter");
    input[name] = given[0];
  }
  refuseUnstorable(input);
  const result = schema.safeParse(input, { error: () => "invalid_value" });
  if (result.success) return result.data as z.output<S>;
  throw new AppError("validation_failed", fieldIssues(result.error.issues, Object.keys(schema.shape)));
}

/** A body was checked as it was read; in an address NUL stands as `%00`. @throws AppError `validation_failed` */
function refuseUnstorable(input: JsonObject) {
  const fields = Object.keys(input).filter((field) => !isStorable(input[field]));
  if (fields.length === 0) return;
  throw new AppError(
    "validation_failed",
    fields.map((field) => ({ field, code: "invalid_value" })),
  );
}

/** Clients ask for few different years, and for each of them again and again. */
function memoizeParser(schema: z.ZodObject): (target: string) => object {
  const known = bySchema.get(schema);
  if (known) return known;
  const made = memoize(100, (target) => Object.freeze(parse(target, NOTHING, schema)));
  bySchema.set(schema, made);
  return made;
}

const bySchema = new WeakMap<z.ZodObject, (target: string) => object>();

const NOTHING: JsonObject = {};

/** The query string's members. */
function searchOf(target: string): URLSearchParams {
  const start = target.indexOf("?");
  return new URLSearchParams(start === -1 ? "" : target.slice(start + 1));
}

/** A query string knows only text: digits stand for an integer, nothing for an absent member. */
function fromText(text: string): unknown {
  if (text.trim() === "") return;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

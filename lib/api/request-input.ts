import type { z } from "zod";
import { AppError, type FieldIssue } from "@/lib/errors";
import type { ApiRequest } from "./exchange";
import { type JsonObject, readGetBody } from "./request-body";

/**
 * What a GET asks for: the members of its JSON body or of its query string, which may not disagree.
 * @throws AppError `ambiguous_parameter`, `validation_failed`, and those of the body
 */
export async function readQuery<S extends z.ZodObject>(
  request: ApiRequest,
  schema: S | undefined,
): Promise<z.output<S>> {
  const body = request.hasBody ? await readGetBody(request) : NOTHING;
  if (!schema) return {} as z.output<S>;

  const input: JsonObject = {};
  const search = searchOf(request.target);
  for (const name of Object.keys(schema.shape)) {
    const given = search.getAll(name).map(fromText);
    if (Object.hasOwn(body, name)) given.push(body[name]);
    if (given.length > 1 && new Set(given).size > 1) throw new AppError("ambiguous_parameter");
    input[name] = given[0];
  }
  const result = schema.safeParse(input);
  if (result.success) return result.data as z.output<S>;
  throw new AppError(
    "validation_failed",
    result.error.issues.map(({ path, message }) => ({ field: String(path[0]), code: message }) as FieldIssue),
  );
}

const NOTHING: JsonObject = {};

/** The query string's members, without the cost of a URL object: this runs on every read. */
function searchOf(target: string): URLSearchParams {
  const start = target.indexOf("?");
  return new URLSearchParams(start === -1 ? "" : target.slice(start + 1));
}

/** A query string knows only text: digits stand for an integer, nothing for an absent member. */
function fromText(text: string): unknown {
  if (text.trim() === "") return;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

import { AppError } from "@/lib/errors";
import { errorFields, logger } from "@/lib/logger";
import { prisma } from "@/lib/prisma";
import { type ApiKey, findApiKey } from "./api-keys";
import type { Scope } from "./scopes";

const CHALLENGE = 'Bearer realm="api"';

/**
 * The key that a request carries in `Authorization: Bearer <key>` (section 5).
 * @throws AppError `missing_api_key`, `invalid_api_key`
 */
export async function authenticate(headers: Headers): Promise<ApiKey> {
  const [, secret] = /^bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "") ?? [];
  if (secret === undefined) {
    const bearer = /^bearer\b/i.test(headers.get("authorization") ?? "");
    if (bearer) throw invalidKey();
    throw new AppError("missing_api_key", [], { "WWW-Authenticate": CHALLENGE });
  }
  const key = await findApiKey(secret);
  if (!key) throw invalidKey();
  noteUse(key);
  return key;
}

/** @throws AppError `insufficient_scope` */
export function requireScope(key: ApiKey, scope: Scope | undefined) {
  if (scope !== undefined && !key.scopes.includes(scope)) throw new AppError("insufficient_scope");
}

const invalidKey = () =>
  new AppError("invalid_api_key", [], { "WWW-Authenticate": `${CHALLENGE}, error="invalid_token"` });

const notedAt = new Map<number, number>();

/** Last use, at most once a minute; an integrator's request does not wait for it. */
function noteUse({ id }: ApiKey) {
  const now = Date.now();
  if (now - (notedAt.get(id) ?? 0) < 60_000) return;
  notedAt.set(id, now);
  prisma()
    .apiKey.update({ where: { id }, data: { lastUsedAt: new Date(now) }, select: { id: true } })
    .catch((error) => logger.warn({ error: errorFields(error) }, "last use of a key not noted"));
}

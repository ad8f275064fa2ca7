import { clientAddress } from "@/lib/client-address";
import { AppError } from "@/lib/errors";
import { errorFields, logger } from "@/lib/logger";
import { prisma } from "@/lib/prisma";
import { type ApiKey, findApiKey } from "./api-keys";
import type { ApiRequest } from "./exchange";
import { countFailedAuthentication } from "./rate-limit";
import type { Scope } from "./scopes";

const CHALLENGE = 'Bearer realm="api"';

/**
 * The key that a request carries in `Authorization: Bearer <key>` (section 5).
 * @throws AppError `missing_api_key`, `invalid_api_key`, or `rate_limited` when its client has failed too often
 */
export async function authenticate(request: ApiRequest): Promise<ApiKey> {
  const authorization = request.header("authorization") ?? "";
  const secret = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  const key = secret === undefined ? undefined : await findApiKey(secret);
  if (!key) {
    await countFailedAuthentication(clientAddress(request.peer, request.header("x-forwarded-for")));
    throw /^bearer\b/i.test(authorization) ? invalidKey() : missingKey();
  }
  noteUse(key);
  return key;
}

/** @throws AppError `insufficient_scope` */
export function requireScope(key: ApiKey, scope: Scope | undefined) {
  if (scope !== undefined && !key.scopes.includes(scope)) throw new AppError("insufficient_scope");
}

const missingKey = () => new AppError("missing_api_key", [], { "WWW-Authenticate": CHALLENGE });

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

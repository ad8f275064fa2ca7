import { prisma } from "@/lib/platform/database/prisma";
import { AppError } from "@/lib/platform/errors";
import { getClientAddress } from "@/lib/platform/limits";
import { errorFields, logger } from "@/lib/platform/logger";
import { type MaybePromise, thenSync } from "@/lib/platform/when-ready";
import { type ApiKey, findApiKey, parseCredential, type Scope } from "./keys";
import { countFailedAuthentication } from "./rate-limit";
import type { ApiRequest } from "./request";

type Credential = ReturnType<typeof parseCredential>;

const CHALLENGE = 'Bearer realm="api"';

/**
 * The API key in `Authorization: Bearer <key>` (section 5).
 * @throws AppError `missing_api_key`, `invalid_api_key`, or `rate_limited` after too many failures of its client
 */
export function authenticate(request: ApiRequest): MaybePromise<ApiKey> {
  const authorization = request.header("authorization") ?? "";
  const credential = readCredential(authorization, request.connection);
  return thenSync(credential && findApiKey(credential), (key) => {
    if (!key) return rejectRequest(request, authorization);
    recordLastUse(key);
    return key;
  });
}

/** The last credential of each connection: hashing it is the most expensive part of a read, and it rarely changes. */
const lastCredentials = new WeakMap<object, { authorization: string; credential?: Credential | undefined }>();

function readCredential(authorization: string, connection: object | undefined): Credential | undefined {
  const last = connection && lastCredentials.get(connection);
  if (last?.authorization === authorization) return last.credential;

  const secret = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  const credential = secret === undefined ? undefined : parseCredential(secret);
  if (connection) lastCredentials.set(connection, { authorization, credential });
  return credential;
}

async function rejectRequest(request: ApiRequest, authorization: string): Promise<never> {
  await countFailedAuthentication(getClientAddress(request.peer, request.header("x-forwarded-for")));
  const [code, challenge] = /^bearer\b/i.test(authorization)
    ? (["invalid_api_key", `${CHALLENGE}, error="invalid_token"`] as const)
    : (["missing_api_key", CHALLENGE] as const);
  throw new AppError(code, [], ["WWW-Authenticate", challenge]);
}

/** @throws AppError `insufficient_scope` */
export function requireScope(key: ApiKey, scope: Scope | undefined) {
  if (scope === undefined || key.scopes.includes(scope)) return;
  const challenge = `${CHALLENGE}, error="insufficient_scope", scope="${scope}"`;
  throw new AppError("insufficient_scope", [], ["WWW-Authenticate", challenge]);
}

const lastRecordedAt = new Map<number, number>();

/** Saves the last use at most once a minute; the request does not wait for it. */
function recordLastUse({ id }: ApiKey) {
  const now = Date.now();
  if (now - (lastRecordedAt.get(id) ?? 0) < 60_000) return;
  lastRecordedAt.set(id, now);
  prisma()
    .apiKey.update({ where: { id }, data: { lastUsedAt: new Date(now) }, select: { id: true } })
    .catch((error) => logger.warn({ error: errorFields(error) }, "last use of a key not saved"));
}

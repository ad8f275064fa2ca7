import { retryWhileBusy } from "./retry.js";

export type State = "pending" | "accepted" | "waiting" | "rejected" | "withdrawn";

/** A message that the sandbox has sent. */
export type Mail = {
  id: string;
  to: string;
  kind: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  created_at: string;
};

export type Seeded = { reference: string; state: State; emails: string[] };

/** A refusal of the API: its status and code, and what was wrong with which field. */
export class SandboxError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly errors: { field: string; code: string }[] = [],
  ) {
    super(`${status} ${code} ${errors.map(({ field, code }) => `${field}: ${code}`).join(", ")}`.trim());
    this.name = "SandboxError";
  }
}

/** A test key's own world: its people, messages and day. */
export class Sandbox {
  /**
   * @param url where the school is served
   * @param secret a test key, `mat_test_…`, which nobody else uses meanwhile
   */
  constructor(
    readonly url: string,
    private readonly secret: string,
  ) {}

  /** A test key below this one, with a sandbox of its own, for an hour or so many seconds. */
  async key(ttl?: number): Promise<string> {
    return (await this.call<{ key: string }>("POST", "sandbox/keys", ttl === undefined ? {} : { ttl })).key;
  }

  /** Empties it and sets its clock back. */
  reset(): Promise<{ enrollments: number }> {
    return this.call("POST", "sandbox/reset");
  }

  /** Makes `count` enrollments in each state, the same for the same `seed`. */
  seed(count = 1, seed = ""): Promise<Seeded[]> {
    return this.call("POST", "sandbox/seed", { count, seed });
  }

  /** Sets the day that it is, `YYYY-MM-DD`; null: today. */
  clock(today: string | null): Promise<{ today: string | null }> {
    return this.call("PUT", "sandbox/clock", { today });
  }

  /** The school years that one can enroll for, the current one first. */
  schoolYears(): Promise<{ id: number; year: string }[]> {
    return this.call("GET", "academic/school_years");
  }

  /** Decides as the school would, and tells the family. */
  decide(
    reference: string,
    decision: {
      state: State;
      speciality_id?: number | undefined;
      syllabus_id?: number | undefined;
      reason?: string | undefined;
      words?: string | undefined;
    },
  ): Promise<{ reference: string; state: State }> {
    return this.call("POST", `sandbox/enrollments/${reference}/decisions`, decision);
  }

  /** What has become of an enrollment, as its family knows it. */
  enrollment(reference: string): Promise<{ reference: string; state: State }> {
    return this.call("GET", `academic/enrollments/${reference}`);
  }

  /** Every message to an address so far, the newest first. */
  outbox(to?: string): Promise<Mail[]> {
    return this.call("GET", `sandbox/outbox${query({ to })}`);
  }

  /** The newest message to an address, waited for; `kind` as in the API, e.g. `accepted`. @throws Error after a minute */
  async mail(to: string, kind?: string): Promise<Mail> {
    for (let attempt = 0; attempt < 3; attempt++) {
      const [mail] = await this.call<Mail[]>("GET", `sandbox/outbox${query({ to, kind, wait: "20" })}`);
      if (mail) return mail;
    }
    throw new Error(`Nothing${kind ? ` of kind ${kind}` : ""} was sent to ${to}.`);
  }

  /** A link that puts the browser which opens it into this sandbox; good once, for ten minutes. */
  async formLink(): Promise<string> {
    const { url } = await this.call<{ url: string }>("POST", "sandbox/form_session");
    return this.here(url);
  }

  /** A link of a message, as this server is reached from here. */
  here(link: string): string {
    const { pathname, search } = new URL(link);
    return new URL(pathname + search, this.url).href;
  }

  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    const ask = () =>
      fetch(new URL(`/api/v1/${path}`, this.url), {
        method,
        headers: {
          Authorization: `Bearer ${this.secret}`,
          ...(body && { "Content-Type": "application/json" }),
        },
        body: body ? JSON.stringify(body) : null,
      });
    const answer = await retryWhileBusy(ask, isBusy);
    const { data, error } = (await answer.json()) as {
      data: T;
      error?: { code: string; errors?: { field: string; code: string }[] };
    };
    if (!answer.ok) throw new SandboxError(answer.status, error?.code ?? "unknown", error?.errors);
    return data;
  }
}

/** For how long; false where it is an answer, or something was stored perhaps: that is asked for once. */
async function isBusy(answer: Response): Promise<string | null | false> {
  if (answer.status !== 503) return false;
  const body = await answer
    .clone()
    .json()
    .catch(() => undefined); // a proxy's own words
  return body?.error?.code === "outcome_unknown" ? false : answer.headers.get("Retry-After");
}

function query(values: Record<string, string | undefined>): string {
  const present = Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return present.length > 0 ? `?${new URLSearchParams(present)}` : "";
}

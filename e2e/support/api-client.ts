import type { School } from "./school";

export type Answer = { status: number; headers: Headers; body: ApiBody };

type ApiBody = {
  status: "success" | "error";
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect in it
  data: any;
  error: { code: string; errors?: { field: string; code: string }[] };
};

/** The API as an integrator calls it: over HTTP, with a key. */
export type ApiClient = ReturnType<typeof apiClient>;

export function apiClient(school: School) {
  const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${school.url}/api/v1/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${school.key}`, ...init.headers },
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as ApiBody,
    };
  };
  const enroll =
    (path: string) =>
    (body: object, headers: Record<string, string> = {}) =>
      call(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
  return {
    get: call,
    enrollAdult: enroll("academic/adult_enrollment"),
    enrollMinor: enroll("academic/minor_enrollment"),
    /** The school year that an enrollment is for today. */
    currentYear: async (): Promise<{ id: number; year: string }> =>
      (await call("academic/school_years")).body.data[0],
  };
}

import { setTimeout } from "node:timers/promises";
import type { School } from "./servers/school";

export type ClientResponse = { status: number; headers: Headers; body: ApiBody };

type ApiBody = {
  status: "success" | "error";
  // biome-ignore lint/suspicious/noExplicitAny: each test casts it to its expectation
  data: any;
  error: { code: string; errors?: { field: string; code: string }[] };
};

/** An API client with a key. */
export type ApiClient = ReturnType<typeof createApiClient>;

export function createApiClient(school: Pick<School, "url" | "key">) {
  const request = async (path: string, init: RequestInit = {}, attempts = 10): Promise<ClientResponse> => {
    const response = await fetch(`${school.url}/api/v1/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${school.key}`, ...init.headers },
    });
    const retryAfter = Number(response.headers.get("retry-after"));
    if (response.status === 503 && attempts > 1) {
      await setTimeout(retryAfter * 1000); // load shedding answers Retry-After
      return request(path, init, attempts - 1);
    }
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as ApiBody,
    };
  };
  const postTo =
    (path: string) =>
    (body: object, headers: Record<string, string> = {}) =>
      request(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
  const getCatalogue = async () => {
    const year: number = (await request("academic/school_years")).body.data[0].id;
    const readIds = async (name: string): Promise<number[]> =>
      (await request(`academic/${name}?school_year_id=${year}`)).body.data.map(
        ({ id }: { id: number }) => id,
      );
    const [specialities, syllabi] = await Promise.all([readIds("specialities"), readIds("syllabis")]);
    return { year, specialities, syllabi };
  };
  return {
    get: (path: string, init?: RequestInit) => request(path, init),
    enrollAdult: postTo("academic/adult_enrollment"),
    enrollMinor: postTo("academic/minor_enrollment"),
    getCatalogue,
    /** Valid study fields for the current year. */
    getStudies: async () => {
      const { year, specialities, syllabi } = await getCatalogue();
      return {
        school_year_id: year,
        student_experience_speciality: specialities[4],
        student_experience_years: 2,
        student_speciality_option1: specialities[3],
        student_speciality_option2: specialities[0],
        student_speciality_option3: specialities[7],
        student_syllabi_option1: syllabi[2],
        student_syllabi_option2: syllabi[5],
        student_syllabi_option3: syllabi[1],
        enrollment_observations: "Prefiere los martes.\n¿Hay clases de conjunto?",
      };
    },
    /** The open school year. */
    getCurrentYear: async (): Promise<{
      id: number;
      year: string;
      start_school_year: string;
      end_school_year: string;
    }> => (await request("academic/school_years")).body.data[0],
  };
}

import type { components } from "./schema.js";

/** Each type of event with what it carries; one of a type that this client does not know yet may come too. */
export type KnownEvent = components["schemas"]["KnownEvent"];

type Page = { data: KnownEvent[]; next: string };

export type Following = {
  /** The `id` of the last event that you have worked on; without it from the first that is kept. */
  after?: string | undefined;
  /** How long to wait before asking again when nothing is new, in milliseconds; `false` ends there. */
  every?: number | false;
  /** Ends it. */
  signal?: AbortSignal | undefined;
};

/** Every event after a cursor, in order, and then each that comes. */
export async function* followEvents(
  read: (after: string | undefined, signal: AbortSignal) => Promise<Page>,
  { after, every = 10_000, signal = new AbortController().signal }: Following,
): AsyncGenerator<KnownEvent, void, undefined> {
  for (let cursor = after; !signal.aborted; ) {
    const page = await read(cursor, signal).catch((error: unknown) => {
      if (signal.aborted) return;
      throw error;
    });
    if (!page) return;
    yield* page.data;
    cursor = page.next;
    if (page.data.length > 0) continue;
    if (every === false) return;
    await pause(every, signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}

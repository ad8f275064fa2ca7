type Channel = {
  send?: (message: object, callback: (error: Error | null) => void) => unknown;
  on: (event: "message", listener: (message: unknown) => void) => unknown;
};

type Message = { kind: "question" | "answer"; id: number; topic: string; value?: unknown };

/** The primary asks all processes before it answers one of them, so it waits less. */
export const TIMEOUTS_MS = { primary: 2_000, serving: 3_000 };

/**
 * Messages between the primary and a serving process, with handlers by topic.
 * @param side which of the two asks
 * @returns sends a message; resolves to undefined without a timely answer
 */
export function ipc(
  channel: Channel,
  side: keyof typeof TIMEOUTS_MS,
  handlers: Record<string, (value: unknown) => unknown>,
) {
  const pending = new Map<number, (value: unknown) => void>();
  let lastId = 0;
  const send = (message: Message) => channel.send?.(message, () => {}); // the other side has ended

  channel.on("message", async (message) => {
    const { kind, id, topic, value } = message as Message;
    if (kind === "answer") pending.get(id)?.(value);
    const handler = kind === "question" ? handlers[topic] : undefined;
    if (handler) send({ kind: "answer", id, topic, value: await handler(value) });
  });

  return (topic: string, value?: unknown): Promise<unknown> => {
    const id = ++lastId;
    return new Promise((resolve) => {
      const settle = (answer?: unknown) => {
        clearTimeout(timer);
        pending.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(settle, TIMEOUTS_MS[side]).unref();
      pending.set(id, settle);
      send({ kind: "question", id, topic, value });
    });
  };
}

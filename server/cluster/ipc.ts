type Line = {
  send?: (message: object, callback: (error: Error | null) => void) => unknown;
  on: (event: "message", listener: (message: unknown) => void) => unknown;
};

type Message = { kind: "question" | "answer"; id: number; topic: string; value?: unknown };

const TIMEOUT_MS = 3_000;

/**
 * Messages between the primary and a serving process.
 * @param answers handlers by topic
 * @returns sends a message; resolves to undefined without a timely answer
 */
export function ipc(line: Line, answers: Record<string, (told: unknown) => unknown>) {
  const open = new Map<number, (value: unknown) => void>();
  let asked = 0;
  const send = (message: Message) => line.send?.(message, () => {}); // the other side has ended

  line.on("message", async (heard) => {
    const { kind, id, topic, value } = heard as Message;
    if (kind === "answer") open.get(id)?.(value);
    const answer = kind === "question" ? answers[topic] : undefined;
    if (answer) send({ kind: "answer", id, topic, value: await answer(value) });
  });

  return (topic: string, value?: unknown): Promise<unknown> => {
    const id = ++asked;
    return new Promise((resolve) => {
      const settle = (answer?: unknown) => {
        clearTimeout(timer);
        open.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(settle, TIMEOUT_MS).unref();
      open.set(id, settle);
      send({ kind: "question", id, topic, value });
    });
  };
}

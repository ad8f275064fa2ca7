import type { MailContent } from "./parts";

const WIDTH = 78;

/**
 * The plain-text twin: the same parts as the HTML, in the same order.
 * @param width characters in a line; a page breaks lines by itself
 */
export function renderPlainText(content: MailContent, width = WIDTH): string {
  const { school, greeting, body, action, facts, next, signature = [], contact, why, notMe } = content;
  const blocks = [
    school,
    greeting,
    ...body,
    facts.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    `${action.label}:\n${action.url}`,
    action.note,
    ...(next ? [[next.title, ...next.steps.map((step, at) => `${at + 1}. ${step}`)].join("\n")] : []),
    signature.join("\n"),
    `${contact.title}\n${contact.text}`,
    `-- \n${why}`,
    notMe ? `${notMe.label}\n${notMe.url}` : "",
    contact.address,
  ];
  const lines = blocks
    .filter((block) => block !== "")
    .map((block) =>
      block
        .split("\n")
        .map((line) => wrap(line, width))
        .join("\n"),
    );
  return `${lines.join("\n\n")}\n`;
}

/** Breaks between words only: a link stays in one piece, however long. */
function wrap(line: string, width: number): string {
  const lines: string[] = [];
  for (const word of line.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join("\n");
}

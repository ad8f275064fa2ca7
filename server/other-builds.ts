import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { PagePost } from "@/lib/http/page-body";
import type { AdaptPost } from "@/lib/http/page-listener";
import { LANGUAGE, locales } from "@/lib/i18n/locales";
import { errorFields, logger } from "@/lib/logger";
import { prisma } from "@/lib/prisma";

const MANIFEST = ".next/server/server-reference-manifest.json";

/** What a family without JavaScript posts to a step when nobody knows its page's action. */
const SAVE_STEP = "app/[locale]/enroll/actions.ts saveStep";
const STEP = /^\/(?:(ca|en)\/)?enroll\/[\w-]+(?:\?|$)/;

/** Ids of server actions in a post: of a form, of a form with state, and of such a form's values. */
const IDS = /(?<=\$ACTION_ID_|"id":")[0-9a-f]{42}(?=")/g;

/** A form has one or two; each that is unknown costs a look into the database. */
const MOST_IDS = 8;

/** What browsers post without a script. */
const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i;

/** Server actions by the id that this build gives them; each build may have ids of its own. */
async function actionsHere(): Promise<Map<string, string>> {
  if (!existsSync(MANIFEST)) return new Map(); // in development
  const { node } = JSON.parse(await readFile(MANIFEST, "utf8")) as {
    node: Record<string, { filename: string; exportedName: string }>;
  };
  return new Map(
    Object.entries(node).map(([id, { filename, exportedName }]) => [id, `${filename} ${exportedName}`]),
  );
}

/** Leaves word for other builds on the same database of what this one calls its actions. */
export async function publishActions(): Promise<void> {
  const rows = [...(await actionsHere())].map(([id, value]) => ({ name: rowOf(id), value }));
  await prisma().serviceKey.createMany({ data: rows, skipDuplicates: true });
}

/**
 * A page that another build has made (a machine that is a version ahead or behind, a page that was open
 * during an upgrade) posts an id that Next does not know here: it becomes the one that the same action has
 * in this build. On a step of the form an id that nobody knows keeps what was typed and leads back to it.
 */
export async function adaptPosts(): Promise<AdaptPost> {
  const names = await actionsHere();
  const ids = new Map([...names].map(([id, name]) => [name, id]));
  const here = async (id: string) => ids.get((await nameElsewhere(id)) ?? "");

  return async (post) => {
    const called = post.action ? [post.action] : (post.body.toString("latin1").match(IDS) ?? []);
    const unknown = [...new Set(called)].filter((id) => !names.has(id)).slice(0, MOST_IDS);
    for (const id of unknown) {
      const known = await here(id);
      const saving = known ? undefined : ids.get(SAVE_STEP);
      if (known) post = renamed(post, id, known);
      else if (saving && isFromStep(post, id)) post = await staying(renamed(post, id, saving));
    }
    return post;
  };
}

/** Only a form with state says which step it asked. */
const isFromStep = (post: PagePost, id: string) =>
  !post.action && FORM.test(post.type) && STEP.test(post.path) && post.body.includes(`"id":"${id}"`);

/** Ids are equally long, so nothing else of the post changes. */
function renamed(post: PagePost, from: string, to: string): PagePost {
  if (post.action) return { ...post, action: to };
  const body = Buffer.from(post.body.toString("latin1").replaceAll(from, to), "latin1");
  return { ...post, body };
}

/** As if a language had been chosen, the page's own: that keeps what is typed, right or wrong. */
async function staying(post: PagePost): Promise<PagePost> {
  const form = await new Response(new Uint8Array(post.body), {
    headers: { "content-type": post.type },
  }).formData();
  form.set(LANGUAGE, STEP.exec(post.path)?.[1] ?? locales[0]);
  const rewritten = new Response(form);
  return {
    ...post,
    type: String(rewritten.headers.get("content-type")),
    body: Buffer.from(await rewritten.arrayBuffer()),
  };
}

async function nameElsewhere(id: string): Promise<string | undefined> {
  try {
    const row = await prisma().serviceKey.findUnique({ where: { name: rowOf(id) }, select: { value: true } });
    return row?.value;
  } catch (error) {
    logger.warn({ error: errorFields(error) }, "actions of other builds not read"); // Next refuses the post
    return;
  }
}

const rowOf = (id: string) => `action ${id}`;

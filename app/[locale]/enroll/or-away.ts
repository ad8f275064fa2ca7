import { headers } from "next/headers";
import { isDatabaseAway } from "@/lib/errors";

/**
 * What a page needs. While the database is away a page that was asked for fails, with status 500 and
 * the error page's words; one that a form was posted to without JavaScript gets `undefined`, so that
 * it can say in its HTML that loading again repeats the post.
 */
export async function orAway<T>(load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await load();
  } catch (error) {
    if (isDatabaseAway(error) && (await wasPosted())) return;
    throw error;
  }
}

const wasPosted = async () =>
  /^(multipart|application\/x-www)/.test((await headers()).get("content-type") ?? "");

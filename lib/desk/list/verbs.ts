import { z } from "zod";
import { formatList, parseList } from "@/lib/desk/list/filters";
import { PermissionError } from "@/lib/people/staff/permissions";
import { checkboxSchema, DomainError, verb } from "@/lib/people/verb";
import { typedId } from "@/lib/platform/schema";

const MAX_VIEWS = 30;

/**
 * Saves a list's filters and order under a name; never saves the search.
 * @throws DomainError `view: taken` for the name of another view, without `replace`
 */
export const saveView = verb(
  "view_saved",
  "read",
  z.object({
    view: z.string().trim().min(1, "required").max(40, "too_long"),
    list: z.string(),
    replace: checkboxSchema.default(false),
  }),
  async ({ tx, actor }, { view: name, list, replace }) => {
    if (actor.kind !== "staff") throw new PermissionError("no_right");
    const { id: memberId } = actor;
    const query = formatList({ ...parseList(list), search: undefined });
    const where = { memberId_name: { memberId, name } };
    const existing = await tx.savedView.findUnique({ where, select: { query: true } });
    if (existing && existing.query !== query && !replace)
      throw new DomainError({ field: "view", code: "taken" });
    await tx.savedView.upsert({
      where,
      create: { memberId, name, query },
      update: { query },
      select: { id: true },
    });
    const old = await tx.savedView.findMany({
      where: { memberId },
      orderBy: { id: "desc" },
      skip: MAX_VIEWS,
      select: { id: true },
    });
    await tx.savedView.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
  },
);

export const deleteView = verb(
  "view_dropped",
  "read",
  z.object({ id: typedId }),
  async ({ tx, actor }, { id }) => {
    if (actor.kind !== "staff") throw new PermissionError("no_right");
    await tx.savedView.deleteMany({ where: { id, memberId: actor.id } });
  },
);

import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/forms/action-state";
import type { ImportReport } from "@/lib/desk/catalogue/verbs";

/** As many are shown; whoever mends these sends the file again. */
const SHOWN = 50;

/** What keeps a file from being imported, each with its sheet or file, row and column. */
export async function toImportProblems(problems: ImportReport["problems"]): Promise<ActionState["problems"]> {
  const t = await getTranslations("desk.catalogue");
  const words = problems.slice(0, SHOWN).map(({ file, line, row, table, column, said }) => {
    const at = [table ?? file, line ?? row, column].filter((part) => part !== undefined).join(", ");
    return {
      words: `${at}: ${t(`problems.${said.code}` as "problems.missing", said.values as never)}`,
    };
  });
  const more = problems.length - SHOWN;
  return more > 0 ? [...words, { words: t("import.moreProblems", { count: more }) }] : words;
}

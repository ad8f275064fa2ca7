import type { Prisma } from "@/generated/prisma/client";
import type { Named } from "@/lib/catalogue/names";
import { type EnrollablePerson, listEnrollablePeople } from "@/lib/enrollment/enroll/existing-family";
import { getSchoolContext } from "@/lib/enrollment/queries";
import { readStoredAnswers } from "@/lib/enrollment/stored-answers";
import { createToken, decrypt, encrypt, hashToken, isToken, listKeyIds } from "@/lib/platform/crypto";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import { createExistingGuardian, type ExistingPeople } from "@/lib/wizard/existing-people";
import { allFields, getField } from "@/lib/wizard/questions";
import { pickAnswers, type StepId } from "@/lib/wizard/steps";
import type { Answers, Branch, RawInput } from "@/lib/wizard/types";

const DRAFT_HOURS = 72;

export type DraftContent = ChildContent & {
  /** The other children in order, and the index of the current one among all. */
  children?: ChildContent[];
  at?: number;
  /** Id of the account's person, who alone may read it (families 5, 7). */
  by?: string;
  /** An earlier draft of this browser was lost; shown until the next answer. */
  lost?: true;
  /** Set when it was sent; afterwards only `next` has answers. */
  sent?: SentSummary;
  next?: DraftContent;
  /** The reference sent before in this sitting, whose guardian continues. */
  after?: string;
  /** The children sent before in this sitting, or the owner of a typed address: their data cannot be used again. */
  others?: Answers[];
};

export type ChildContent = {
  key?: number;
  student?: string;
  /**
   * Data of existing people, loaded with the draft and never stored in it. Missing without an account, or when its
   * person may not enroll the student.
   */
  known?: ExistingPeople;
  given?: StepId[];
  answers: Answers;
  /** The school year of the choices, until the year is answered. */
  choicesOf?: number;
  /** Answered fields, and ids of steps without fields. */
  done: string[];
  branch?: Branch;
  /** Answers about people in the other branch, which this branch does not read. */
  left?: Partial<Record<Branch, Answers>>;
  pending?: Partial<Record<StepId, PendingInput>>;
  /** Choices that a change of the school year removed. */
  cleared?: Named[];
};

/** `refused`: the page shows its errors. */
type PendingInput = { typed: RawInput; refused?: boolean };

export type SentSummary = {
  reference: string;
  children?: { name: string; reference: string }[];
  recipients: string[];
  /** First name of the person who sent it; missing in older drafts, as `children` may be. */
  by?: string;
  names?: string[];
  /** Sent from an account, so that no set-up link is expected. */
  fromAccount?: true;
  /** The promised day of the answer; missing in older drafts. */
  answerBy?: Day;
};

export type Draft = { id: Buffer; version: number; content: DraftContent; createdAt: Date };

export const createEmptyDraft = (): DraftContent => ({ answers: {}, done: [] });

export const isInaccessible = ({ by, known, children = [] }: DraftContent): boolean =>
  by !== undefined && [{ known }, ...children].some((child) => child.known === undefined);

export const mergeExistingAnswers = ({ answers, known }: ChildContent): Answers => ({
  ...answers,
  ...known?.answers,
});

/** The draft of a cookie; undefined when it is missing, expired or unreadable. */
export async function readDraft(token: string | undefined): Promise<Draft | undefined> {
  return token !== undefined && isToken(token) ? readDraftById(getDraftId(token)) : undefined;
}

export async function readDraftById(id: Uint8Array): Promise<Draft | undefined> {
  const { rows } = await getPool().query<Row>({
    name: "read-draft",
    text: `select content, version, created_at as "createdAt" from drafts where id = $1 and expires_at > $2`,
    values: [id, new Date()],
  });
  return toDraft(id, rows);
}

type Db = Pick<Prisma.TransactionClient, "draft">;

/** Stores a new draft and returns the token for its cookie; the database has no copy of the token. */
export const createDraft = (content: DraftContent): Promise<string> => insert(prisma(), content, new Date());

type Row = { content: Uint8Array; version: number; createdAt: Date };

/**
 * Moves a draft to a new id in the caller's transaction, so that the old token opens nothing.
 * @param change returns the new content, or undefined to move nothing
 * @returns the new token; undefined when there is no such draft
 */
export async function moveDraft(
  tx: Prisma.TransactionClient,
  id: Uint8Array,
  change: (content: DraftContent) => Promise<DraftContent | undefined>,
): Promise<string | undefined> {
  const rows = await tx.$queryRaw<Row[]>`
    select content, version, created_at as "createdAt" from drafts
    where id = ${bytes(id)} and expires_at > ${new Date()} for update`;
  const draft = await toDraft(id, rows);
  const content = draft && (await change(draft.content));
  if (!content) return;
  await tx.draft.delete({ where: { id: bytes(id) }, select: { version: true } });
  return insert(tx, content, draft.createdAt);
}

/**
 * Changes a draft and restarts its 72 hours. Concurrent changes run one after the other.
 * @returns the new content; undefined when there is no such draft
 */
export async function changeDraft(
  token: string | undefined,
  change: (content: DraftContent) => DraftContent | Promise<DraftContent>,
): Promise<DraftContent | undefined> {
  for (;;) {
    const draft = await readDraft(token);
    if (!draft) return;

    const content = await change(draft.content);
    const { rowCount } = await getPool().query({
      name: "change-draft",
      text: "update drafts set content = $3, version = version + 1, expires_at = $4 where id = $1 and version = $2",
      values: [draft.id, draft.version, encryptContent(content, draft.id), getExpiry()],
    });
    if (rowCount === 1) return loadExistingPeople(content);
  }
}

export async function deleteDraft(token: string | undefined): Promise<void> {
  if (token !== undefined && isToken(token))
    await prisma().draft.deleteMany({ where: { id: bytes(getDraftId(token)) } });
}

/** Deletes expired drafts and the records against duplicate submission. */
export async function purgeDrafts(now = new Date()): Promise<number> {
  const { count } = await prisma().draft.deleteMany({ where: { expiresAt: { lte: now } } });
  const old = new Date(now.getTime() - 2 * DRAFT_HOURS * 3_600_000);
  await prisma().sentDraft.deleteMany({ where: { createdAt: { lte: old } } });
  return count;
}

/** Unexpired drafts encrypted with a missing key, by key id in hex. */
export async function listUnreadableDrafts(now: Date): Promise<{ key: string; drafts: number }[]> {
  const rows = await prisma().$queryRaw<{ key: string; drafts: number }[]>`
    select encode(substring(content from 1 for 4), 'hex') as key, count(*)::int as drafts
    from drafts where expires_at > ${now} group by 1 order by 1`;
  const keyIds = listKeyIds();
  return rows.filter(({ key }) => !keyIds.includes(key));
}

export async function deleteUnreadableDrafts(now: Date): Promise<number> {
  const keys = (await listUnreadableDrafts(now)).map(({ key }) => key);
  return prisma().$executeRaw`
    delete from drafts where encode(substring(content from 1 for 4), 'hex') = any(${keys}::text[])`;
}

/** @throws Error with the remedy when drafts are encrypted with a missing key */
export async function requireDraftKeys(now: Date): Promise<void> {
  const unreadable = await listUnreadableDrafts(now);
  if (unreadable.length === 0) return;
  const count = unreadable.reduce((sum, { drafts }) => sum + drafts, 0);
  const ids = unreadable.map(({ key }) => key).join(", ");
  throw new Error(
    `${count} unfinished form${count === 1 ? "" : "s"} of families cannot be read here: DRAFT_KEYS lacks the key that begins their rows (${ids}).
Add it behind the others, in one line for all machines: DRAFT_KEYS=<this machine's key>,<that key>. A machine without DRAFT_KEYS keeps its own in DATA_DIR/draft-keys.
Where that key is lost, let those forms go, so that the families begin anew: npm run db -- forget-drafts`,
  );
}

/** Adds the current data of existing people to an account's draft. */
async function loadExistingPeople(content: DraftContent): Promise<DraftContent> {
  const { by, children, after } = content;
  if (by === undefined) return after === undefined ? content : addTypedGuardian(content);
  const people = await listEnrollablePeople(by, (await getSchoolContext()).today);
  const addKnown = <C extends ChildContent>(child: C): C => ({
    ...child,
    known: findKnown(child.student, people),
  });
  return { ...addKnown(content), ...(children && { children: children.map(addKnown) }) };
}

/** Adds the guardian typed in the draft sent before; reads nothing from the database. */
function addTypedGuardian(content: DraftContent): DraftContent {
  const { children, answers } = content;
  const known = createExistingGuardian(
    pickAnswers(
      allFields.filter((field) => getField(field).person === "guardian"),
      answers,
    ),
  );
  return { ...content, known, ...(children && { children: children.map((child) => ({ ...child, known })) }) };
}

/** A person's data as a student's answers. */
export const readStudent = (person: EnrollablePerson["person"]): Answers =>
  readStoredAnswers(undefined, { student: person });

function findKnown(student: string | undefined, people: EnrollablePerson[]): ExistingPeople | undefined {
  const self = people.find(({ isOwn }) => isOwn);
  const match = student === undefined ? undefined : people.find(({ person }) => person.id === student);
  if (!self || (student !== undefined && !match)) return;
  const guardian = readStoredAnswers(undefined, { guardian: self.person });
  const others = people.filter((person) => person !== match).map(({ person }) => readStudent(person));
  if (!match) return createExistingGuardian(guardian, others);

  const years = match.enrollments.flatMap(({ schoolYearId, isActive }) => (isActive ? [schoolYearId] : []));
  const returns = match.enrollments.length > 0;
  const studentAnswers = readStudent(match.person);
  return match.isOwn
    ? { people: ["student"], answers: studentAnswers, years, returns, others }
    : {
        people: ["guardian", "student", "second_guardian"],
        answers: { ...guardian, ...studentAnswers },
        years,
        returns,
        others,
      };
}

async function toDraft(id: Uint8Array, [row]: Row[]): Promise<Draft | undefined> {
  const text = row && decrypt(row.content, Buffer.from(id));
  if (text === undefined) return;
  const { version, createdAt } = row as Row;
  const content = await loadExistingPeople(JSON.parse(text) as DraftContent);
  return { id: Buffer.from(id), version, content, createdAt };
}

async function insert(db: Db, content: DraftContent, createdAt: Date): Promise<string> {
  const token = createToken();
  const id = getDraftId(token);
  await db.draft.create({
    data: { id: bytes(id), content: encryptContent(content, id), createdAt, expiresAt: getExpiry() },
    select: { version: true },
  });
  return token;
}

function encryptContent({ known: _, children, ...content }: DraftContent, id: Buffer) {
  const others = children?.map(({ known: _, ...child }) => child);
  return encrypt(JSON.stringify({ ...content, ...(others && { children: others }) }), id);
}

/** Drafts are bound to their sandbox, so that test input is never sent to the school. */
function getDraftId(token: string): Buffer {
  const { sandboxId } = getCurrentSandbox();
  return Buffer.from(hashToken(sandboxId === LIVE ? token : `${token} ${sandboxId}`));
}

const getExpiry = () => new Date(Date.now() + DRAFT_HOURS * 3_600_000);

/** Prisma's types need a separate buffer. */
const bytes = (buffer: Uint8Array) => new Uint8Array(buffer);

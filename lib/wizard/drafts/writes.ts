import type { Prisma } from "@/generated/prisma/client";
import { type EnrollablePerson, listEnrollablePeople } from "@/lib/enrollment/enroll/existing-family";
import { getSchoolContext } from "@/lib/enrollment/queries";
import { readStoredAnswers } from "@/lib/enrollment/stored-answers";
import { createToken, decrypt, encrypt, hashToken, isToken, listKeyIds } from "@/lib/platform/crypto";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import {
  type ExistingPeople,
  isBeforeBranch,
  isPersonStep,
  listFields,
  listStepFields,
  pickAnswers,
  pickGuardian,
  type StepId,
  stepIds,
} from "@/lib/wizard/steps";
import type { Answers, Branch, RawInput } from "@/lib/wizard/types";

const DRAFT_HOURS = 72;

/** What a draft remembers: of its only child, or of the one that its pages ask about now. */
export type DraftContent = ChildContent & {
  /** The other children in one sitting, in order, and the place of the current one among them all. */
  children?: ChildContent[];
  at?: number;
  /** The person whose account it goes on in: nobody else reads it (families 5, 7). */
  by?: string;
  /** An earlier draft of this family was gone: said until something has been answered anew. */
  lost?: true;
  /** Set when the enrollment was made; of the answers nothing but `next` is kept then. */
  sent?: SentSummary;
  /** What a further child begins with, once a guardian's request was sent: the same guardian. */
  next?: DraftContent;
  /** The reference that was sent before in this sitting: its guardian is known, and is this draft's. */
  after?: string;
};

export type ChildContent = {
  /** Names the child within its draft, whatever its place. */
  key?: number;
  /** The student, where the school knows them already. */
  student?: string;
  /**
   * What the school knows of its people, read anew whenever the draft is and never kept in it. Missing where
   * the draft is nobody's account's, or whoever it is may not enroll this student (any more).
   */
  known?: ExistingPeople;
  /** Steps that the family need not see for this child. */
  given?: StepId[];
  answers: Answers;
  /** Of which school year its choices are, until its own year is answered. */
  choicesOf?: number;
  /** What was answered: fields, and the steps that ask for none. */
  done: string[];
  /** The branch in which all this was answered, once it is known. */
  branch?: Branch;
  /** What was answered about people in a branch that was left; read in that branch alone. */
  left?: Partial<Record<Branch, Answers>>;
  /** What was typed on a step and not accepted yet, by control. */
  pending?: Partial<Record<StepId, PendingInput>>;
  /** Choices that a change of the school year took away, by name. */
  cleared?: string[];
};

/** `refused` when Continue found something wrong with it, and the page says so. */
export type PendingInput = { typed: RawInput; refused?: boolean };

export type SentSummary = {
  reference: string;
  /** Of several children each first name with its reference. */
  children?: { name: string; reference: string }[];
  recipients: string[];
  /** Who is thanked, and which children they have asked for; drafts that were sent before it was kept lack both. */
  by?: string;
  names?: string[];
  /** From an account: nobody is waiting for a link to set one up. */
  fromAccount?: true;
  /** By when the school answers; drafts that were sent before it was kept lack it. */
  answerBy?: Day;
};

export type Draft = { id: Buffer; version: number; content: DraftContent; createdAt: Date };

export const createEmptyDraft = (): DraftContent => ({ answers: {}, done: [] });

/** Whether it goes on in an account that may not enroll one of its students (any more). */
export const isInaccessible = ({ by, known, children = [] }: DraftContent): boolean =>
  by !== undefined && [{ known }, ...children].some((child) => child.known === undefined);

/** What was answered, and what is known without asking. */
export const mergeExistingAnswers = ({ answers, known }: ChildContent): Answers => ({
  ...answers,
  ...known?.answers,
});

/** The draft that a cookie leads to; undefined when there is none, it expired, or it cannot be read. */
export async function readDraft(token: string | undefined): Promise<Draft | undefined> {
  return token !== undefined && isToken(token) ? readDraftById(idOf(token)) : undefined;
}

/** The draft of an id; undefined as above. */
export async function readDraftById(id: Uint8Array): Promise<Draft | undefined> {
  const { rows } = await getPool().query<Row>({
    name: "read-draft",
    text: `select content, version, created_at as "createdAt" from drafts where id = $1 and expires_at > $2`,
    values: [id, new Date()],
  });
  return draftOf(id, rows);
}

type Db = Pick<Prisma.TransactionClient, "draft">;

/** Stores a new draft; returns the token for its cookie, the only way to find it again. */
export const createDraft = (content: DraftContent): Promise<string> => insert(prisma(), content, new Date());

type Row = { content: Uint8Array; version: number; createdAt: Date };

/**
 * Moves a draft to an id of its own, in the caller's transaction: the token before it opens nothing any more.
 *
 * @param change what becomes of its content; nothing is moved where it says undefined
 * @returns the new token; undefined when there is no such draft any more either
 */
export async function moveDraft(
  tx: Prisma.TransactionClient,
  id: Uint8Array,
  change: (content: DraftContent) => Promise<DraftContent | undefined>,
): Promise<string | undefined> {
  const rows = await tx.$queryRaw<Row[]>`
    select content, version, created_at as "createdAt" from drafts
    where id = ${bytes(id)} and expires_at > ${new Date()} for update`;
  const draft = await draftOf(id, rows);
  const content = draft && (await change(draft.content));
  if (!content) return;
  await tx.draft.delete({ where: { id: bytes(id) }, select: { version: true } });
  return insert(tx, content, draft.createdAt);
}

/**
 * Changes a draft's content and starts its 72 hours anew. Two tabs that save at once both count:
 * who comes second works on what the first one left.
 *
 * @returns the new content; undefined when there is no such draft any more
 */
export async function changeDraft(
  token: string | undefined,
  change: (content: DraftContent) => DraftContent,
): Promise<DraftContent | undefined> {
  for (;;) {
    const draft = await readDraft(token);
    if (!draft) return;

    const content = change(draft.content);
    const { rowCount } = await getPool().query({
      name: "change-draft",
      text: "update drafts set content = $3, version = version + 1, expires_at = $4 where id = $1 and version = $2",
      values: [draft.id, draft.version, encryptContent(content, draft.id), expiry()],
    });
    if (rowCount === 1) return loadExistingPeople(content);
  }
}

/** Deletes a draft and all its answers. */
export async function deleteDraft(token: string | undefined): Promise<void> {
  if (token !== undefined && isToken(token))
    await prisma().draft.deleteMany({ where: { id: bytes(idOf(token)) } });
}

/** Deletes the drafts whose 72 hours are over, and what was kept against sending them twice. */
export async function purgeDrafts(now = new Date()): Promise<number> {
  const { count } = await prisma().draft.deleteMany({ where: { expiresAt: { lte: now } } });
  const old = new Date(now.getTime() - 2 * DRAFT_HOURS * 3_600_000);
  await prisma().sentDraft.deleteMany({ where: { createdAt: { lte: old } } });
  return count;
}

/**
 * A draft as a branch reads it (W2). What was answered about people in another branch is put
 * aside, unread, until the family comes back to that branch. All that follows the birth date is asked
 * again, filled in with what is known.
 */
export function switchBranch(content: DraftContent, branch: Branch | undefined): DraftContent {
  const { branch: before, answers, done, left = {}, pending = {} } = content;
  if (!branch || branch === before) return content;
  if (!before) return { ...content, branch };

  const people = pickAnswers(
    stepIds.filter(isPersonStep).flatMap((step) => listFields(step, before)),
    answers,
  );
  const others = Object.fromEntries(Object.entries(answers).filter(([field]) => !(field in people)));
  return {
    ...content,
    branch,
    answers: { ...(left[branch] ?? copyPeople[branch]({ ...people, ...birthDateOf(answers) })), ...others },
    left: Object.keys(people).length > 0 ? { ...left, [before]: people } : left,
    done: done.filter((one) => beforeBranch.includes(one)),
    pending: Object.fromEntries(Object.entries(pending).filter(([step]) => !isPersonStep(step as StepId))),
  };
}

/** Unexpired drafts that no key here opens, by the id of the key that does, in hex. */
export async function listUnreadableDrafts(now: Date): Promise<{ key: string; drafts: number }[]> {
  const rows = await prisma().$queryRaw<{ key: string; drafts: number }[]>`
    select encode(substring(content from 1 for 4), 'hex') as key, count(*)::int as drafts
    from drafts where expires_at > ${now} group by 1 order by 1`;
  const here = listKeyIds();
  return rows.filter(({ key }) => !here.includes(key));
}

/** Deletes them: those families begin anew. Returns how many. */
export async function deleteUnreadableDrafts(now: Date): Promise<number> {
  const keys = (await listUnreadableDrafts(now)).map(({ key }) => key);
  return prisma().$executeRaw`
    delete from drafts where encode(substring(content from 1 for 4), 'hex') = any(${keys}::text[])`;
}

/** @throws Error that says what to do when families' drafts cannot be read here */
export async function requireDraftKeys(now: Date): Promise<void> {
  const lacking = await listUnreadableDrafts(now);
  if (lacking.length === 0) return;
  const count = lacking.reduce((sum, { drafts }) => sum + drafts, 0);
  const ids = lacking.map(({ key }) => key).join(", ");
  throw new Error(
    `${count} unfinished form${count === 1 ? "" : "s"} of families cannot be read here: DRAFT_KEYS lacks the key that begins their rows (${ids}).
Add it behind the others, in one line for all machines: DRAFT_KEYS=<this machine's key>,<that key>. A machine without DRAFT_KEYS keeps its own in DATA_DIR/draft-keys.
Where that key is lost, let those forms go, so that the families begin anew: npm run db -- forget-drafts`,
  );
}

/** A draft with what the school knows now of the people of whoever it goes on for; any other draft as it is. */
async function loadExistingPeople(content: DraftContent): Promise<DraftContent> {
  const { by, children, after } = content;
  if (by === undefined) return after === undefined ? content : addTypedGuardian(content);
  const people = await listEnrollablePeople(by, (await getSchoolContext()).today);
  const known = <C extends ChildContent>(child: C): C => ({
    ...child,
    known: knownOf(child.student, people),
  });
  return { ...known(content), ...(children && { children: children.map(known) }) };
}

/** Whoever filled in the request before is known by what they typed then; nothing is read from the school. */
function addTypedGuardian(content: DraftContent): DraftContent {
  const { children, answers } = content;
  const known: ExistingPeople = {
    people: ["guardian"],
    answers: pickGuardian(answers),
    years: [],
    returns: false,
  };
  return { ...content, known, ...(children && { children: children.map((child) => ({ ...child, known })) }) };
}

/** What is known for a student's request: a child's guardian too; of a child who is new, the guardian alone. */
function knownOf(student: string | undefined, people: EnrollablePerson[]): ExistingPeople | undefined {
  const me = people.find(({ isOwn }) => isOwn);
  const one = student === undefined ? undefined : people.find(({ person }) => person.id === student);
  if (!me || (student !== undefined && !one)) return;
  const guardian = readStoredAnswers(undefined, { guardian: me.person });
  if (!one) return { people: ["guardian"], answers: guardian, years: [], returns: false };

  const years = one.enrollments.flatMap(({ schoolYearId, isActive }) => (isActive ? [schoolYearId] : []));
  const returns = one.enrollments.length > 0;
  const itself = readStoredAnswers(undefined, { student: one.person });
  return one.isOwn
    ? { people: ["student"], answers: itself, years, returns }
    : {
        people: ["guardian", "student", "second_guardian"],
        answers: { ...guardian, ...itself },
        years,
        returns,
      };
}

async function draftOf(id: Uint8Array, [row]: Row[]): Promise<Draft | undefined> {
  const text = row && decrypt(row.content, Buffer.from(id));
  if (text === undefined) return;
  const { version, createdAt } = row as Row;
  const content = await loadExistingPeople(JSON.parse(text) as DraftContent);
  return { id: Buffer.from(id), version, content, createdAt };
}

async function insert(db: Db, content: DraftContent, createdAt: Date): Promise<string> {
  const token = createToken();
  const id = idOf(token);
  await db.draft.create({
    data: { id: bytes(id), content: encryptContent(content, id), createdAt, expiresAt: expiry() },
    select: { version: true },
  });
  return token;
}

/** Without what is known of people, which is read anew from their rows. */
function encryptContent({ known: _, children, ...content }: DraftContent, id: Buffer) {
  const kept = { ...content, ...(children && { children: children.map(({ known: _, ...child }) => child) }) };
  return bytes(encrypt(JSON.stringify(kept), id));
}

/** A token leads to its draft in the sandbox in which it was begun: what a tester fills in is never sent to the school. */
function idOf(token: string): Buffer {
  const { sandboxId } = getCurrentSandbox();
  return Buffer.from(hashToken(sandboxId === LIVE ? token : `${token} ${sandboxId}`));
}

const expiry = () => new Date(Date.now() + DRAFT_HOURS * 3_600_000);

/** A copy in a buffer of its own, which is what Prisma's types ask for. */
const bytes = (buffer: Uint8Array) => new Uint8Array(buffer);

const beforeBranch: readonly string[] = stepIds.filter(isBeforeBranch).flatMap(listStepFields);

const birthDateOf = ({ student_birth_date }: Answers): Answers => ({ student_birth_date });

/**
 * What is known of a branch's people from the other one. The adult who filled in is a minor's guardian,
 * so that nothing of theirs becomes the child's; a minor who turns out to be an adult is the same student.
 */
const copyPeople: Record<Branch, (aside: Answers) => Answers> = {
  minor: (aside) => renamed(aside, /^student_/, "guardian_"),
  adult: (aside) => renamed(aside, /^student_/, "student_"),
};

function renamed(answers: Answers, prefix: RegExp, other: string): Answers {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([field, value]) =>
      prefix.test(field) ? [[field.replace(prefix, other), value]] : [],
    ),
  );
}

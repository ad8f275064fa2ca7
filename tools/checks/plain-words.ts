import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

// Part of `npm run check`: names that were renamed to plain English must not come back in code, comments, test titles
// and documents. Does not check texts for people or spelling. Why: decision 103.

/** Old names that no longer exist. */
const REMOVED = `
  afterAllAction asAnybody asAsked asItIs asNewcomer asOneFamily asOpened aroundIn askDue askItselfAt askedBefore
  askedByLink askedTogether asksAboutPlaces asksFamily asksHere asksToRenew beginFromAccount caseOf
  changedSinceProvisional choicesClosed countedHere deskPages doHere doThen dayInWords decideMade doctorSays eachChild
  everybodyIn exposeDisk faceOfSession finerCode forSharing freeWhileWaited givenAnswers givenMarks givenWords
  goesElsewhere goesOnAt goOnWith hasEverybody hasSeenMail hows howDue inBranch lowerCase insertNewcomers isAskedToGoOn
  isDatabaseAway isLost isNobodys isOnlyNamed isPoolersRefusal isSealedNow isSomebodyKnown isTogether isUnderWay
  keptSentences knownForPaper lanesOf lateAnswer leaveFor ledThrough leftOf letAsk letSpeak linesOf listHere
  lostFrom machineHere marksOf meantDomain metTooManyDuplicates missings namedFor namesMany newPass obstaclesOf offeredIn
  onConnection openIn orAway outliveReader overtakings passFor placeInList promisedBy
  readStanding readTyped sameStudents sayLeaving sayTwoPeople seenBy seenForm sendLostAgain
  sentBy showEnrollment sparedSteps statesThatHold stayAfterAllAction stayOf stepBack stepTo takenNumbers
  tellsNothing tellsOf tellsReason timesTold toBeAsked toldByPage toldEnrollments toldPlace toldRanks tolds turnToSend
  typedFrom typedOn unknownIn voidUntold waitsForList wasAsked watchFor whatGoes whatWaits whileAnswering whoCouldGoOn
  whoHas whoNeedDesk wishedPlaces withGiven withKnown withoutSmall withoutTimes withSounds withTyped
  withUnticked wordsOfColumn yourFamily`;

/** Old beginnings of names, with their replacement. */
const BEGINNINGS: Record<string, string> = {
  forget: "delete or purge",
  foresee: "preview",
  hold: "lock",
  LEAST_: "MIN_",
  mend: "fix or normalise",
  MOST_: "MAX_",
  note: "save",
  refuse: "assert",
  Shown: "…Details or …Row",
  tell: "notify",
  tidy: "normalise",
  workOn: "start…Worker",
};

/** Names with such a beginning that are public or still to be renamed; add none. */
const WAITING = `
  ShownField ShownRow forgetTheWarning noteDeprecated noteLead noteOf noteRanSql noteRequestAction
  noteSubmit refuseSent tellAll tellAt tellForm`;

/** The number of test titles that still begin without a subject; lower it when you rename some. */
const TITLES_WAITING = 47;

/** Matches a title without a subject, also after a rule's number. */
const NO_SUBJECT = /^(?:[\w.-]+: )?(who|whose|what|whatever|nobody|everybody)\b/i;
const TITLE = /\b(?:it|test|describe)(?:\.[a-z]+(?:\([^\n]*?\))?)*\(\s*(["'`])(.+?)\1/g;

const removed = new Set(REMOVED.trim().split(/\s+/));
const waiting = new Set(WAITING.trim().split(/\s+/));

export function findOldNames(file: string, text: string): string[] {
  const names = new Set(text.match(/[A-Za-z_$][\w$]*/g));
  return [...names].flatMap((name) => {
    if (removed.has(name)) return [`${file}: “${name}” was renamed to a plain name`];
    const old = Object.keys(BEGINNINGS).find(
      (word) => name.startsWith(word) && /[A-Z]/.test(name[word.length] ?? ""),
    );
    return old && !waiting.has(name) ? [`${file}: “${name}” should begin with ${BEGINNINGS[old]}`] : [];
  });
}

export const findTitles = (text: string): string[] =>
  [...text.matchAll(TITLE)].flatMap(([, , title = ""]) => (isPlainTitle(title) ? [] : [title]));

export const isPlainTitle = (title: string) => !NO_SUBJECT.test(title);

if (process.argv[1] === import.meta.filename) {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" });
  const files = git("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    .split("\0")
    .filter((file) => /\.(tsx?|mjs|md)$/.test(file) && !file.includes("plain-words") && existsSync(file))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }));
  const titles = files.flatMap(({ text }) => findTitles(text));
  const problems = [
    ...files.flatMap(({ file, text }) => findOldNames(file, text)),
    ...(titles.length > TITLES_WAITING
      ? [`${titles.length} titles of tests begin without a subject, ${TITLES_WAITING} are allowed`]
      : []),
    ...git("log", "-50", "--format=%s")
      .split("\n")
      .filter((subject) => !isPlainTitle(subject))
      .map((subject) => `Commit “${subject}” should begin with a verb`),
  ];
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

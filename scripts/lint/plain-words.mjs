/** ESLint rules for plain words in comments and names. `eslint.config.mjs` enables them. */

/** Words that must not begin a comment, because they refer to something outside it. */
const BARE_STARTS = new Set(
  (
    'it its one ones such those these this that they them their he she ' +
    'what who whose whom which how where when ' +
    'of by as to from for with in on at beside behind past without within among like than'
  ).split(' ')
);

const DIRECTIVE = /^\s*(eslint|@ts-|prettier-|istanbul|webpack|global |@jest-|@vite|#)/;
const LEAST_WORDS = 3;

/** Joins consecutive `//` comments at the same column into one. */
const joinLineComments = (comments) => {
  const joined = [];
  for (const comment of comments) {
    const previous = joined.at(-1);
    const continues =
      previous &&
      comment.type === 'Line' &&
      previous.type === 'Line' &&
      previous.end.line + 1 === comment.loc.start.line &&
      previous.loc.start.column === comment.loc.start.column;
    if (continues) {
      previous.text += ` ${comment.value}`;
      previous.end = comment.loc.end;
    } else if (comment.type !== 'Shebang') {
      joined.push({
        type: comment.type,
        loc: comment.loc,
        end: comment.loc.end,
        text: comment.value,
      });
    }
  }
  return joined;
};

const wordsOf = (text) =>
  text
    .replace(/^\s*\*+/gm, ' ')
    .replace(/(^|\s)@\w+[\s\S]*$/, ' ')
    .trim()
    .split(/\s+/)
    .filter(Boolean);

const comments = {
  meta: {
    messages: {
      bareStart:
        'A comment that begins with "{{word}}" needs the code to be understood. Name its subject.',
      tooShort: 'A comment of fewer than three words says too little. Complete or delete it.',
    },
  },
  create: ({ sourceCode, report }) => ({
    Program: () => {
      for (const { loc, text } of joinLineComments(sourceCode.getAllComments())) {
        if (DIRECTIVE.test(text)) continue;
        const words = wordsOf(text);
        if (words.length === 0) continue;
        const word = words[0].toLowerCase().replace(/[^a-z]+$/, '');
        if (BARE_STARTS.has(word)) report({ loc, messageId: 'bareStart', data: { word } });
        else if (words.length < LEAST_WORDS) report({ loc, messageId: 'tooShort' });
      }
    },
  }),
};

/** Former names of this project, and their replacements. */
const FORMER_NAMES = new Map([
  ['patience', 'retryWhileLoading'],
  ['patiently', 'retryWhileLoading'],
  ['isPatient', 'isRetryingWhileLoading'],
  ['mend', 'a verb with its object, as patchTransaction'],
  ['Course', 'TransactionState'],
  ['courses', 'transactionStates'],
  ['truth', 'rootCauseOf'],
  ['together', 'inTransaction'],
  ['alone', 'withDocumentLock'],
  ['makePublic', 'publishDraft'],
  ['leadOf', 'pickMainVersion'],
  ['makers', 'creators'],
  ['tellPanel', 'setPanelLabels'],
  ['leansOn', 'reliesOn'],
  ['isThere', 'isPresent'],
  ['leases', 'unusedUploads'],
  ['leasedAt', 'unusedSince'],
  ['say', 'log'],
  ['welcome', 'printStartMessage'],
  ['PlainError', 'UserFacingError'],
  ['keptAnswers', 'pageCache'],
  ['keptWhile', 'cacheValidity'],
  ['IsStill', 'Validator'],
  ['isStill', 'isValid'],
  ['onward', 'relatedWorks'],
  ['Placed', 'WorkPosition'],
  ['Neighbours', 'RelatedWorks'],
  ['extras', 'workMetadata'],
  ['Extras', 'WorkMetadata'],
  ['whole', 'publicationAnswer, or what is complete'],
  ['wholeAsKept', 'storedPublicationAnswer'],
  ['face', 'branding'],
  ['must', 'assert'],
  ['mustBe', 'assertEqual'],
  ['Breach', 'Violation'],
  ['moments', 'scheduledEvents'],
]);

/** Parts of names, in camel case, that are too vague, and their replacements. */
const FORMER_PARTS = new Map([
  ['told', 'notified'],
  ['tell', 'notify'],
  ['gone', 'deleted'],
  ['ask', 'request'],
  ['given', 'input'],
  ['beside', 'adjacent'],
  ['aside', 'quarantined'],
  ['heed', 'apply'],
]);

/**
 * Names that must not be changed: keys of stored data, of former columns and of the API, and exports of the client.
 */
const PUBLISHED_NAMES = new Set(['aside', 'is_aside', 'leasedAt', 'ToldChange', 'patience', 'Ask']);

/** Whether an identifier is the key of a property or the name of an export, and not a variable. */
const isPublished = (node) => {
  const { computed, key, property, exported } = node.parent;
  return exported === node || (computed !== true && (key === node || property === node));
};

const partsOf = (name) => name.split(/(?=[A-Z])|_/).map((part) => part.toLowerCase());

const names = {
  meta: { messages: { former: '"{{name}}" is a name of its own language. Use {{instead}}.' } },
  create: ({ report }) => ({
    Identifier: (node) => {
      const { name } = node;
      if (PUBLISHED_NAMES.has(name) && isPublished(node)) return;
      const part = partsOf(name).find((each) => FORMER_PARTS.has(each));
      const instead = FORMER_NAMES.get(name) ?? FORMER_PARTS.get(part);
      if (instead) report({ node, messageId: 'former', data: { name, instead } });
    },
  }),
};

export default { rules: { comments, names } };

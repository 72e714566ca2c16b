const QUOTE = '"';
const BACKSLASH = '\\';

/** Where the text in quotes ends that begins at `start`; the end of all if it does not. */
const endOfText = (json: string, start: number): number => {
  for (let end = json.indexOf(QUOTE, start + 1); end !== -1; end = json.indexOf(QUOTE, end + 1)) {
    let first = end;
    while (json[first - 1] === BACKSLASH) {
      first -= 1;
    }
    // An even number of backslashes are escaped ones, and leave the quote alone.
    if ((end - first) % 2 === 0) {
      return end;
    }
  }
  return json.length;
};

/**
 * Whether arrays and objects are nested in a JSON text deeper than so many levels. It looks no
 * further than there. `JSON.parse` bears any depth, but what it gives is more than recursive
 * functions can take, `JSON.stringify` among them.
 */
export const isNestedDeeper = (json: string, levels: number): boolean => {
  let depth = 0;
  for (let index = 0; index < json.length; index += 1) {
    switch (json[index]) {
      case QUOTE:
        index = endOfText(json, index);
        break;
      case '{':
      case '[':
        depth += 1;
        if (depth > levels) {
          return true;
        }
        break;
      case '}':
      case ']':
        depth -= 1;
        break;
    }
  }
  return false;
};

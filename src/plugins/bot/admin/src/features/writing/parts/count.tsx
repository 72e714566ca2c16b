import { Typography } from '@strapi/design-system';
import { useDeferredValue, useEffect, useState } from 'react';

import { useText } from '../../../core/texts/texts';

const WORDS_A_MINUTE = 220;
/** Characters above which words are what is between spaces: the browser's own way takes long. */
const LONG = 200_000;
/** Milliseconds without a key after which words are counted. */
const PAUSE = 400;

/** Addresses of links and pictures, and marks; what is left is read. */
const UNREAD = /\]\([^)\s]*\)|^\s*[|:\s-]+$|[#*_~`>|[\]]/gm;

/** Words that a reader reads, in any script. @param language of the text, a tag (BCP 47) */
const countWords = (markdown: string, language?: string): number => {
  const text = markdown.replace(UNREAD, ' ');
  if (text.length > LONG) return text.match(/\S+/g)?.length ?? 0;
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text)) count += Number(isWordLike);
  return count;
};

/** How many words the text has, and how long they take to read. */
export const Count = ({ text, language }: { text: string; language?: string }) => {
  const { say } = useText();
  const [words, setWords] = useState(0);
  const counted = useDeferredValue(text);
  useEffect(() => {
    const timer = setTimeout(() => setWords(countWords(counted, language)), PAUSE);
    return () => clearTimeout(timer);
  }, [counted, language]);
  const minutes = Math.ceil(words / WORDS_A_MINUTE);
  return (
    <Typography variant="pi" textColor="neutral600">
      {say('writing.words', { count: words })}
      {words > 0 && ` · ${say('writing.minutes', { count: minutes })}`}
    </Typography>
  );
};

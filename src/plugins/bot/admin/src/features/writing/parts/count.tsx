import { Typography } from '@strapi/design-system';
import { useDeferredValue, useEffect, useState } from 'react';

import { useText } from '../../../core/texts/texts';

const WORDS_A_MINUTE = 220;
/** The number of characters above which words are split at spaces, as the browser's segmenter is too slow. */
const LONG = 200_000;
/** Milliseconds without a keystroke before words are counted. */
const PAUSE = 400;

/** Matches Markdown that is not counted as words: addresses of links and images, and formatting characters. */
const UNREAD = /\]\([^)\s]*\)|^\s*[|:\s-]+$|[#*_~`>|[\]]/gm;

/**
 * Counts the words of a text in any script.
 * @param language the language tag of the text
 */
const countWords = (markdown: string, language?: string): number => {
  const text = markdown.replace(UNREAD, ' ');
  if (text.length > LONG) return text.match(/\S+/g)?.length ?? 0;
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text)) count += Number(isWordLike);
  return count;
};

/** Shows the number of words and the reading time. */
export const Count = ({ text, language }: { text: string; language?: string }) => {
  const { t } = useText();
  const [words, setWords] = useState(0);
  const counted = useDeferredValue(text);
  useEffect(() => {
    const timer = setTimeout(() => setWords(countWords(counted, language)), PAUSE);
    return () => clearTimeout(timer);
  }, [counted, language]);
  const minutes = Math.ceil(words / WORDS_A_MINUTE);
  return (
    <Typography variant="pi" textColor="neutral600">
      {t('writing.words', { count: words })}
      {words > 0 && ` · ${t('writing.minutes', { count: minutes })}`}
    </Typography>
  );
};

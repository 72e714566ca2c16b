import { findLanguage } from '../../src/api/work/page/translations/language';

const JUNE = new Date('2026-06-05T22:00:00Z');

test.each([
  ['en', 'ltr', '5 June 2026', 'Works'],
  ['de', 'ltr', '5. Juni 2026', 'Beiträge'],
  ['fr-CA', 'ltr', '5 juin 2026', 'Publications'],
  ['uk', 'ltr', '5 червня 2026 р.', 'Публікації'],
  ['zh-Hant', 'ltr', '2026年6月5日', '作品'],
  ['he', 'rtl', '5 ביוני 2026', 'Works'],
])(
  '%s has its direction, its dates, and translations if there are any',
  (tag, direction, day, works) => {
    const language = findLanguage(tag);
    expect(language).toMatchObject({ tag, direction, translations: { works } });
    expect(language?.day(JUNE)).toBe(day);
  }
);

test('Arabic, and whatever is written in its script, is read from right to left', () => {
  expect(
    ['ar', 'ar-EG', 'fa', 'ur', 'pa-Arab', 'pa'].map((tag) => findLanguage(tag)?.direction)
  ).toEqual(['rtl', 'rtl', 'rtl', 'rtl', 'rtl', 'ltr']);
});

test.each(['', 'German', 'd', 'de_DE_', '<b>'])('%j is no language', (tag) => {
  expect(findLanguage(tag)).toBeNull();
});

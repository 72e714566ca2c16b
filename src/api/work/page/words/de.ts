import type { Words } from './words';

export const de: Words = {
  skip: 'Zum Inhalt springen',
  site: 'Website',
  allWorks: 'Alle Beiträge',
  works: 'Beiträge',
  worksBy: (name) => `Beiträge von ${name}`,
  olderWorks: 'Ältere Beiträge',
  newestWorks: 'Neueste Beiträge',
  noOlderWorks: 'Es gibt keine älteren Beiträge.',
  nothingYet: 'Noch ist nichts veröffentlicht.',
  pages: 'Seiten',
  everythingOn: (site) => `Alles, was auf ${site} veröffentlicht ist, das Neueste zuerst`,
  publishedOnSite: (subject, site) =>
    `${subject}: was auf ${site} veröffentlicht ist, das Neueste zuerst`,
  seeWorks: 'Zu den Beiträgen',
  tags: 'Schlagwörter',
  related: 'Verwandte Beiträge',
  beside: 'Beiträge davor und danach',
  newer: 'Neuer',
  older: 'Älter',
  files: 'Dateien',
  table: 'Tabelle',
  contents: 'Inhalt',
  footnotes: 'Fußnoten',
  backToText: 'Zurück zum Text',
  notFound: 'Seite nicht gefunden',
  notFoundText:
    'Unter dieser Adresse gibt es keinen Beitrag. Vielleicht wurde er entfernt, oder die Adresse ist falsch geschrieben.',
  gone: 'Nicht mehr hier',
  goneText: 'Der Beitrag unter dieser Adresse wurde entfernt.',
  unavailable: 'Gleich wieder da',
  unavailableText:
    'Diese Seite kann gerade nicht angezeigt werden. Bitte versuchen Sie es gleich noch einmal.',
  draft: 'Entwurf',
  draftText: 'Nur wer diese Adresse hat, kann ihn lesen.',
  notPublished: 'Nicht veröffentlicht',
};

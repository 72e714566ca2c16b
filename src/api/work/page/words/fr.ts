import type { Words } from './words';

export const fr: Words = {
  skip: 'Aller au contenu',
  site: 'Site',
  allWorks: 'Toutes les publications',
  works: 'Publications',
  worksBy: (name) => `Publications de ${name}`,
  olderWorks: 'Publications plus anciennes',
  newestWorks: 'Publications les plus récentes',
  noOlderWorks: 'Il n’y a pas de publication plus ancienne.',
  nothingYet: 'Rien n’a encore été publié.',
  pages: 'Pages',
  everythingOn: (site) => `Tout ce qui est publié sur ${site}, du plus récent au plus ancien`,
  publishedOnSite: (subject, site) =>
    `${subject} : ce qui est publié sur ${site}, du plus récent au plus ancien`,
  seeWorks: 'Voir les publications',
  tags: 'Étiquettes',
  related: 'Sur le même sujet',
  beside: 'Publications précédente et suivante',
  newer: 'Plus récent',
  older: 'Plus ancien',
  files: 'Fichiers',
  table: 'Tableau',
  contents: 'Sommaire',
  footnotes: 'Notes',
  backToText: 'Retour au texte',
  notFound: 'Page introuvable',
  notFoundText:
    'Il n’y a pas de publication à cette adresse. Elle a peut-être été retirée, ou l’adresse est mal écrite.',
  gone: 'N’est plus ici',
  goneText: 'La publication à cette adresse a été retirée.',
  unavailable: 'De retour dans un instant',
  unavailableText:
    'Cette page ne peut pas être affichée pour le moment. Veuillez réessayer dans un instant.',
  draft: 'Brouillon',
  draftText: 'Seules les personnes qui ont cette adresse peuvent le lire.',
  notPublished: 'Non publié',
};

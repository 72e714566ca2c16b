import { useFetchClient } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';

/** How a publication was before a write of the bot; of the server's side, `versions/version.ts`. */
export interface Version {
  id: number;
  event: 'changed' | 'published' | 'deleted';
  wasPublic: boolean;
  /** ISO 8601. */
  happenedAt: string;
  title: string | null;
}

/** One with what it said, and what the draft says now. */
export interface WholeVersion extends Version {
  /** Markdown. */
  body: string | null;
  media: { id: string; name: string; isGone: boolean }[];
  /** Null of a publication that is deleted. */
  current: { title: string | null; body: string | null } | null;
}

/** The address of a document's versions, of all or of one. */
export const addressOf = (
  model: string,
  documentId: string,
  ...rest: (string | number)[]
): string => ['/bot/versions', model, documentId, ...rest].join('/');

interface Asked<Answer> {
  address: string;
  answer: Answer | undefined;
}

/** What an address answers; undefined while it is asked, and if it refuses. */
const useAnswer = <Answer>(address: string | undefined): Answer | undefined => {
  const { get } = useFetchClient();
  const [asked, setAsked] = useState<Asked<Answer>>();

  useEffect(() => {
    if (address === undefined) return;
    get<{ data: Answer }>(address).then(
      ({ data }) => setAsked({ address, answer: data.data }),
      () => setAsked({ address, answer: undefined })
    );
  }, [address, get]);

  return asked?.address === address ? asked?.answer : undefined;
};

/** Earlier versions of a document, the newest first. */
export const useVersions = (model: string, documentId: string | undefined): Version[] =>
  useAnswer<Version[]>(documentId && addressOf(model, documentId)) ?? [];

/** One of them. */
export const useVersion = (
  model: string,
  documentId: string,
  id: number
): WholeVersion | undefined => useAnswer<WholeVersion>(addressOf(model, documentId, id));

import { useFetchClient } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';

/** A file of a publication, and who uses it besides; what the server's `WorkFile` is. */
export interface WorkFile {
  id: string;
  fileId: number;
  name: string;
  mime: string;
  url: string;
  alternativeText: string | null;
  works: { id: string; title: string; isPublished: boolean; how: string[] }[];
  isUsedElsewhere: boolean;
}

/** What `GET /bot/works/:type/:id` tells. */
export interface Work {
  madeBy: { who: string | null; name: string | null; at: string };
  externalId: string | null;
  url: string | null;
  /** Whether the site has a page that shows drafts. */
  hasPreview: boolean;
  files: WorkFile[];
}

/**
 * What the server tells under an address.
 * @param version asks anew when it changes
 * @returns undefined as long as nothing is known, and where it may not be
 */
export const useTold = <Told>(address: string | undefined, version?: unknown): Told | undefined => {
  const { get } = useFetchClient();
  const [told, setTold] = useState<{ address: string; data: Told | null }>();

  useEffect(() => {
    if (address === undefined) return undefined;
    let isOver = false;
    get<{ data: Told | null }>(address).then(
      ({ data }) => {
        if (!isOver) setTold({ address, data: data.data });
      },
      () => undefined
    );
    return () => {
      isOver = true;
    };
  }, [address, version, get]);

  return told?.address === address ? (told?.data ?? undefined) : undefined;
};

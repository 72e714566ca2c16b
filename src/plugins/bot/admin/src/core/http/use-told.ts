import { useFetchClient } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';

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

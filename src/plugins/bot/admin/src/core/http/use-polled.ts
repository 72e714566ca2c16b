import { useFetchClient } from '@strapi/strapi/admin';
import { useCallback, useEffect, useState } from 'react';

interface Asked<Data> {
  address: string;
  data?: Data;
  failed: boolean;
}

/**
 * What a route of the plugin tells, asked again from time to time while somebody looks.
 * @param address undefined to ask for nothing
 */
export const usePolled = <Data>(address: string | undefined, seconds: number) => {
  const { get } = useFetchClient();
  const [asked, setAsked] = useState<Asked<Data>>();

  const ask = useCallback(async (): Promise<void> => {
    if (address === undefined) return;
    try {
      const { data } = await get<{ data: Data }>(address);
      setAsked({ address, data: data.data, failed: false });
    } catch {
      setAsked((before) => ({
        address,
        data: before?.address === address ? before.data : undefined,
        failed: true,
      }));
    }
  }, [address, get]);

  useEffect(() => {
    const askIfSeen = () => {
      if (document.visibilityState === 'visible') void ask();
    };
    askIfSeen();
    const timer = setInterval(askIfSeen, seconds * 1000);
    document.addEventListener('visibilitychange', askIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', askIfSeen);
    };
  }, [ask, seconds]);

  const current = asked?.address === address ? asked : undefined;
  return { data: current?.data, failed: current?.failed ?? false, again: ask };
};

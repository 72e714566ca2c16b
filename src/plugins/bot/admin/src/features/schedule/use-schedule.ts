import { useAPIErrorHandler, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useCallback, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';

import { text } from '../../core/texts/text';

/** When a publication is to be made public and taken back; ISO 8601. */
export interface Times {
  publishAt: string | null;
  unpublishAt: string | null;
}

/** What `GET /bot/schedules/:type/:id` tells. */
export interface Schedule extends Times {
  /** Why it failed when it was due. */
  error: string | null;
  /** Whether the person who asks may change it. */
  canChange: boolean;
}

interface Asked {
  /** Null of a type that has no schedules, or that this person may not read. */
  schedule: Schedule | null;
  /** Of which document this was told. */
  address: string;
}

/** The schedule of a document as it was when last asked for, and a way to change it. */
export const useSchedule = (model: string, documentId: string | undefined) => {
  const { get, put } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { _unstableFormatAPIError: formatError } = useAPIErrorHandler();
  const intl = useIntl();
  const [asked, setAsked] = useState<Asked>();
  const [isSaving, setIsSaving] = useState(false);
  const address = documentId && `/bot/schedules/${model}/${documentId}`;

  const ask = useCallback(
    async (of: string): Promise<Schedule | null> => {
      try {
        return (await get<{ data: Schedule | null }>(of)).data.data;
      } catch {
        return null;
      }
    },
    [get]
  );

  useEffect(() => {
    if (address) {
      void ask(address).then((schedule) => setAsked({ schedule, address }));
    }
  }, [address, ask]);

  const save = async (times: Times): Promise<void> => {
    setIsSaving(true);
    try {
      const { data } = await put<{ data: Schedule }>(String(address), times);
      setAsked({ schedule: data.data, address: String(address) });
      toggleNotification({
        type: 'success',
        message: intl.formatMessage(text('schedule.saved')),
      });
    } catch (error) {
      const message = formatError(error as Parameters<typeof formatError>[0]);
      toggleNotification({ type: 'danger', message });
    } finally {
      setIsSaving(false);
    }
  };

  const schedule = asked?.address === address ? asked?.schedule : undefined;
  return { schedule: schedule ?? undefined, isSaving, save };
};

import { Box, Button, Flex, Typography } from '@strapi/design-system';
import {
  useFetchClient,
  useForm,
  unstable_useContentManagerContext as useContentManagerContext,
} from '@strapi/strapi/admin';
import isString from 'lodash/isString';
import pickBy from 'lodash/pickBy';
import { useEffect, useRef, useState } from 'react';

import { FlexColumn } from '../../../core/components/flex-column';
import { useText } from '../../../core/texts/texts';

/** Milliseconds without a keystroke before the page is rendered again. */
const PAUSE = 500;
const WIDTHS = { phone: 375, desktop: 1024 };

interface Props {
  /** The scroll position of the text, from 0 to 1. */
  share: number;
}

/**
 * Scrolls the page in a frame.
 * @param share the position, from 0 (start) to 1 (end)
 */
const scroll = (frame: HTMLIFrameElement | null, share: number): void => {
  const page = frame?.contentDocument?.documentElement;
  if (page) page.scrollTop = share * (page.scrollHeight - page.clientHeight);
};

/** Replaces the page in a frame without a reload, so that it does not jump. */
const show = (frame: HTMLIFrameElement, html: string): void => {
  const shown = frame.contentDocument;
  const next = new DOMParser().parseFromString(html, 'text/html');
  // Scripts of the page must not run in the panel.
  next.querySelectorAll('script').forEach((script) => script.remove());
  if (shown?.querySelector('main')) {
    shown.head.replaceChildren(...next.head.childNodes);
    shown.body.replaceChildren(...next.body.childNodes);
    for (const name of ['lang', 'dir']) {
      shown.documentElement.setAttribute(name, next.documentElement.getAttribute(name) ?? '');
    }
  } else {
    frame.srcdoc = `<!doctype html>${next.documentElement.outerHTML}`;
  }
};

/** A preview of the page with the unsaved text, rendered by the site. */
export const Preview = ({ share }: Props) => {
  const { t } = useText();
  const { post } = useFetchClient();
  const { model, id } = useContentManagerContext();
  const values: object = useForm('Preview', (form) => form.values);
  const [failed, setFailed] = useState(false);
  const [width, setWidth] = useState<keyof typeof WIDTHS>('phone');
  const [room, setRoom] = useState({ width: WIDTHS.phone, height: 600 });
  const frame = useRef<HTMLIFrameElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(0);
  const shown = useRef(share);

  useEffect(() => {
    const timer = setTimeout(async () => {
      latest.current += 1;
      const requestNumber = latest.current;
      try {
        const { data } = await post<{ data: { html: string } }>(`/bot/writing/${model}/preview`, {
          id: id ?? null,
          values: pickBy(values, isString),
        });
        // An answer that arrives late shows an older text.
        if (requestNumber === latest.current && frame.current) {
          show(frame.current, data.data.html);
          scroll(frame.current, shown.current);
        }
        setFailed(false);
      } catch {
        setFailed(true);
      }
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [values, model, id, post]);

  useEffect(() => {
    shown.current = share;
    scroll(frame.current, share);
  }, [share]);

  useEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() =>
      setRoom({ width: current.clientWidth, height: current.clientHeight })
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  const scale = Math.min(1, room.width / WIDTHS[width]);
  return (
    <FlexColumn height="100%" minWidth={0}>
      <Flex gap={1} padding={1} background="neutral100" justifyContent="flex-end">
        {failed && (
          <Typography role="alert" textColor="danger600">
            {t('writing.preview.failed')}
          </Typography>
        )}
        {(['phone', 'desktop'] as const).map((name) => (
          <Button
            key={name}
            size="S"
            variant={width === name ? 'secondary' : 'tertiary'}
            aria-pressed={width === name}
            onClick={() => setWidth(name)}
          >
            {t(`writing.preview.${name}`)}
          </Button>
        ))}
      </Flex>
      <Box ref={place} flex="1" position="relative" overflow="hidden" background="neutral150">
        <iframe
          ref={frame}
          title={t('writing.preview.title')}
          // The frame runs no scripts; the panel synchronizes its scroll position.
          sandbox="allow-same-origin"
          style={{
            position: 'absolute',
            insetInlineStart: Math.max(0, (room.width - WIDTHS[width] * scale) / 2),
            width: WIDTHS[width],
            height: room.height / scale,
            border: 0,
            background: 'white',
            transform: `scale(${scale})`,
            transformOrigin: '0 0',
          }}
        />
      </Box>
    </FlexColumn>
  );
};

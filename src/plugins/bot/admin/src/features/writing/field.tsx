import { Box, Field, Flex, Typography, useComposedRefs } from '@strapi/design-system';
import {
  useField,
  useForm,
  useNotification,
  useStrapiApp,
  unstable_useContentManagerContext as useContentManagerContext,
} from '@strapi/strapi/admin';
import {
  forwardRef,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useTheme } from 'styled-components';

import { FlexColumn } from '../../core/components/flex-column';

import { backendAddress } from '../../core/http/backend';
import { publicationAttributes, useIsLocked } from '../../core/content-manager/publication';
import { isRightToLeft } from '../../core/texts/languages';
import { useText } from '../../core/texts/texts';
import type { CommandName } from './editor/commands';
import type { Editor, PendingFile } from './editor/editor';
import { markdownOf } from './markdown';
import { Count } from './parts/count';
import { Files } from './parts/files';
import { LinkDialog } from './parts/link-dialog';
import { Preview } from './parts/preview';
import { Toolbar, type ToolName } from './parts/toolbar';
import { useUploads, type StoredFile } from './parts/use-uploads';

/** The props that Strapi passes to a field of the edit view. */
interface Props {
  name: string;
  label: string;
  hint?: ReactNode;
  labelAction?: ReactNode;
  disabled?: boolean;
  required?: boolean;
}

/** Callbacks of the editor, as of the last render. */
interface Live {
  editor: Editor | undefined;
  field: { value: string | null | undefined; onChange: (name: string, value: string) => void };
  add: (files: PendingFile[]) => void;
}

type LibraryDialog = ComponentType<{
  onClose: () => void;
  onSelectAssets: (files: StoredFile[]) => void;
}>;

/** The language of the publication, if it has a field for it. */
const useLanguage = (): string | undefined => {
  const { contentType } = useContentManagerContext();
  const name = publicationAttributes(contentType)?.language;
  const value: unknown = useForm('useLanguage', ({ values }) =>
    name === undefined ? undefined : Reflect.get(values, name)
  );
  const tag = typeof value === 'string' ? value.trim() : '';
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
};

/** Colours of the panel's theme, keyed by the editor's CSS variables. */
const useColours = () => {
  const { colors } = useTheme() as unknown as { colors: Record<string, string> };
  return {
    '--text-color': colors.neutral800,
    '--text-dim': colors.neutral600,
    '--text-background': colors.neutral0,
    '--text-shade': colors.neutral100,
    '--text-line': colors.neutral200,
    '--text-border': colors.neutral500,
    '--text-accent': colors.primary600,
    '--text-selection': colors.primary200,
    '--text-match': colors.warning200,
  };
};

/** An input for the text of a publication, in Markdown. */
export const MarkdownField = forwardRef<HTMLElement, Props>(
  ({ name, label, hint, labelAction, disabled: isOff = false, required }, forwarded) => {
    const { t, tAll } = useText();
    const { toggleNotification } = useNotification();
    const field = useField<string | null>(name);
    const text = typeof field.value === 'string' ? field.value : '';
    const language = useLanguage();
    const colours = useColours();
    const { contentType, id, model } = useContentManagerContext();
    const disabled = useIsLocked(model, id) || isOff;
    const hasPreview = publicationAttributes(contentType)?.hasPreview === true;
    const library = useStrapiApp('MarkdownField', ({ components }) => components['media-library']);
    const Library = library as LibraryDialog | undefined;

    const [editor, setEditor] = useState<Editor>();
    const [isLinking, setIsLinking] = useState(false);
    const [isPicking, setIsPicking] = useState(false);
    const [isPreview, setIsPreview] = useState(false);
    const [isExpanded, setIsExpanded] = useState(false);
    // The page fits beside the text only in full screen.
    const isFull = isExpanded || isPreview;
    const [share, setShare] = useState(0);
    const place = useRef<HTMLDivElement>(null);
    const ref = useComposedRefs(place, forwarded as never);
    const picker = useRef<HTMLInputElement>(null);

    // The editor is created once and calls the callbacks of the last render.
    const liveRef = useRef<Live>();
    const alternativeTexts = useRef(new Map<number, string>());
    const { uploads, add, retry, remove } = useUploads(
      (id, file) => liveRef.current?.editor?.fillPlace(id, markdownOf(file)),
      ({ status, message }) =>
        message ||
        t(
          status === 413
            ? 'writing.too-large'
            : status === 0 || status >= 500
              ? 'writing.unreachable'
              : 'writing.refused'
        )
    );
    useLayoutEffect(() => {
      liveRef.current = { editor, field, add };
    });

    const attributes = {
      'aria-label': label,
      'aria-describedby': `${name}-hint ${name}-error`,
      'aria-required': String(required === true),
      'aria-invalid': String(field.error !== undefined),
      spellcheck: 'true',
      ...(language !== undefined && { lang: language }),
      dir: language !== undefined && isRightToLeft(language) ? 'rtl' : 'auto',
    };

    useEffect(() => {
      let created: Editor | undefined;
      let isUnmounted = false;
      void import('./editor/editor').then(({ createEditor }) => {
        if (isUnmounted || place.current === null) return;
        created = createEditor(place.current, {
          text: liveRef.current?.field.value ?? '',
          attributes,
          isReadOnly: disabled,
          hint: t('writing.placeholder'),
          phrases: tAll('writing.search'),
          addressOf: backendAddress,
          onChange: (changed) => liveRef.current?.field.onChange(name, changed),
          onFiles: (files, missing = 0) => {
            liveRef.current?.add(files);
            if (missing === 0) return;
            const message = t('writing.files.missing', { count: missing });
            toggleNotification({ type: 'warning', message, timeout: 10_000 });
          },
          onLink: () => setIsLinking(true),
          onScroll: setShare,
        });
        setEditor(created);
      });
      return () => {
        isUnmounted = true;
        created?.destroy();
      };
      // eslint-disable-next-line react-hooks/exhaustive-deps -- the editor is created once; effects below pass changes to it
    }, [name]);

    useEffect(() => editor?.setText(text), [editor, text]);
    const serialized = JSON.stringify(attributes);
    useEffect(
      () =>
        editor?.set({
          isReadOnly: disabled,
          attributes: JSON.parse(serialized) as typeof attributes,
        }),
      [editor, disabled, serialized]
    );

    const TOOLS: Partial<Record<ToolName, () => void>> = {
      link: () => setIsLinking(true),
      picture: () => picker.current?.click(),
      library: () => setIsPicking(true),
      find: () => editor?.find(),
      preview: () => {
        setIsPreview(!isPreview);
        editor?.focus();
      },
      'full-screen': () => {
        setIsExpanded(!isFull);
        setIsPreview(false);
        editor?.focus();
      },
    };
    const run = (tool: ToolName): void => {
      const own = TOOLS[tool];
      if (own) own();
      else editor?.run(tool as CommandName);
    };
    const leave = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      setIsExpanded(false);
      setIsPreview(false);
    };

    return (
      <Field.Root name={name} id={name} hint={hint} error={field.error} required={required}>
        <FlexColumn gap={1}>
          <Field.Label action={labelAction} onClick={() => editor?.focus()}>
            {label}
          </Field.Label>
          <FlexColumn
            background="neutral0"
            hasRadius={!isFull}
            borderColor={field.error ? 'danger600' : 'neutral200'}
            overflow="hidden"
            onKeyDown={leave}
            style={isFull ? { position: 'fixed', inset: 0, zIndex: 4 } : undefined}
          >
            <Toolbar {...{ run, hasPreview, isPreview, isFull }} isDisabled={disabled || !editor} />
            <Files
              uploads={uploads}
              onRetry={retry}
              onRemove={({ id }) => {
                editor?.dropPlace(id);
                remove(id);
              }}
              onAlternativeText={(file, typed) => {
                const before = markdownOf(file, alternativeTexts.current.get(file.id));
                alternativeTexts.current.set(file.id, typed);
                editor?.replace(before, markdownOf(file, typed));
              }}
            />
            <Box
              display="grid"
              flex="1"
              minHeight={0}
              style={{
                gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 32rem), 1fr))',
                gridAutoRows: isFull ? 'minmax(0, 1fr)' : '48rem',
              }}
            >
              <Box
                ref={ref}
                className="bot-writing"
                minWidth={0}
                style={{ ...colours, minHeight: 0 }}
              >
                {editor === undefined && (
                  <Box padding={4}>
                    <Typography textColor="neutral600">{t('writing.loading')}</Typography>
                  </Box>
                )}
              </Box>
              {isPreview && <Preview share={share} />}
            </Box>
            <Flex
              justifyContent="flex-end"
              paddingLeft={4}
              paddingRight={4}
              paddingTop={1}
              paddingBottom={1}
            >
              <Count text={text} language={language} />
            </Flex>
          </FlexColumn>
          <Box id={`${name}-hint`}>
            <Field.Hint />
          </Box>
          <Box id={`${name}-error`}>
            <Field.Error />
          </Box>
        </FlexColumn>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={({ target }) => {
            editor?.uploadFiles([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        {isLinking && (
          <LinkDialog
            selected={editor?.selected() ?? ''}
            onClose={() => setIsLinking(false)}
            onInsert={(markdown) => editor?.insert(markdown)}
          />
        )}
        {isPicking && Library && (
          <Library
            onClose={() => setIsPicking(false)}
            onSelectAssets={(files) => {
              setIsPicking(false);
              files.forEach((file) => editor?.insertBlock(markdownOf(file)));
            }}
          />
        )}
      </Field.Root>
    );
  }
);
MarkdownField.displayName = 'MarkdownField';

import {
  Box,
  Flex,
  IconButton,
  SimpleMenu,
  MenuItem,
  SingleSelect,
  SingleSelectOption,
} from '@strapi/design-system';
import {
  Bold,
  BulletList,
  Code,
  Collapse,
  Expand,
  Eye,
  Image,
  Italic,
  Link,
  More,
  NumberList,
  Quotes,
  Search,
} from '@strapi/icons';
import type { ComponentType, KeyboardEvent } from 'react';

import { useText } from '../../../core/texts/texts';

import type { CommandName } from '../editor/commands';
import { KEYS } from '../keys';

export type ToolName =
  CommandName | 'link' | 'picture' | 'library' | 'find' | 'preview' | 'full-screen';

interface Props {
  run: (name: ToolName) => void;
  isDisabled: boolean;
  hasPreview: boolean;
  isPreview: boolean;
  isFull: boolean;
}

const TOOLS: readonly [name: ToolName, Icon: ComponentType][] = [
  ['bold', Bold],
  ['italic', Italic],
  ['code', Code],
  ['link', Link],
  ['bullets', BulletList],
  ['numbers', NumberList],
  ['quote', Quotes],
];

const STYLES = ['paragraph', 'heading-1', 'heading-2', 'heading-3', 'heading-4'] as const;
const MORE = [
  'underline',
  'strikethrough',
  'table',
  'row-below',
  'column-after',
  'delete-row',
  'delete-column',
  'tasks',
  'code-block',
  'rule',
] as const;

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Formats a shortcut for the user's operating system. */
const formatKey = (key: string): string =>
  ` (${key
    .replace('Mod', isMac ? '⌘' : 'Ctrl')
    .replaceAll('-', '+')
    .replace(/.$/, (last) => last.toUpperCase())})`;

/** Moves the focus between the toolbar's buttons with arrow keys (WAI-ARIA, Toolbar Pattern). */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  buttons.at((at + (isRtl ? -step : step)) % buttons.length)?.focus();
};

export const Toolbar = ({ run, isDisabled, hasPreview, isPreview, isFull }: Props) => {
  const { t } = useText();
  const label = (name: ToolName): string => {
    const key = KEYS[name as CommandName];
    return t(`writing.${name}`) + (key ? formatKey(key) : '');
  };
  const button = (name: ToolName, Icon: ComponentType, others: object = {}) => (
    <IconButton
      key={name}
      label={label(name)}
      variant="ghost"
      disabled={isDisabled}
      onClick={() => run(name)}
      {...others}
    >
      <Icon />
    </IconButton>
  );
  return (
    <Flex
      role="toolbar"
      aria-label={t('writing.toolbar')}
      onKeyDown={moveFocus}
      wrap="wrap"
      gap={1}
      padding={1}
      background="neutral100"
    >
      <Box width="12rem">
        <SingleSelect
          size="S"
          aria-label={t('writing.heading')}
          placeholder={t('writing.heading')}
          value=""
          disabled={isDisabled}
          onChange={(name: string | number) => run(name as ToolName)}
        >
          {STYLES.map((name) => (
            <SingleSelectOption key={name} value={name}>
              {t(`writing.${name}`)}
            </SingleSelectOption>
          ))}
        </SingleSelect>
      </Box>
      {TOOLS.map(([name, Icon]) => button(name, Icon))}
      <SimpleMenu
        label={t('writing.picture')}
        tag={IconButton}
        icon={<Image />}
        variant="ghost"
        disabled={isDisabled}
      >
        <MenuItem onSelect={() => run('picture')}>{t('writing.upload')}</MenuItem>
        <MenuItem onSelect={() => run('library')}>{t('writing.library')}</MenuItem>
      </SimpleMenu>
      <SimpleMenu
        label={t('writing.insert')}
        tag={IconButton}
        icon={<More />}
        variant="ghost"
        disabled={isDisabled}
      >
        {MORE.map((name) => (
          <MenuItem key={name} onSelect={() => run(name)}>
            {label(name)}
          </MenuItem>
        ))}
      </SimpleMenu>
      <Flex gap={1} style={{ marginInlineStart: 'auto' }}>
        {button('find', Search, { disabled: false })}
        {hasPreview && button('preview', Eye, { disabled: false, 'aria-pressed': isPreview })}
        {button('full-screen', isFull ? Collapse : Expand, {
          disabled: false,
          label: t(isFull ? 'writing.leave-full-screen' : 'writing.full-screen'),
        })}
      </Flex>
    </Flex>
  );
};

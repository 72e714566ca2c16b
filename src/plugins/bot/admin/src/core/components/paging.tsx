import { Button, Flex } from '@strapi/design-system';

import { useText } from '../texts/use-text';

interface Props {
  /** Where the page that is shown starts; undefined for the first one. */
  before: number | undefined;
  /** Where the next one does; null or undefined if there is none. */
  next: number | null | undefined;
  go: (before: number | undefined) => void;
}

/** Leads on to what is older, and back to the newest. */
export const Paging = ({ before, next, go }: Props) => {
  const { say } = useText();
  return (
    <Flex gap={2}>
      {before !== undefined && (
        <Button variant="tertiary" onClick={() => go(undefined)}>
          {say('page.newest')}
        </Button>
      )}
      {next != null && (
        <Button variant="tertiary" onClick={() => go(next)}>
          {say('page.older')}
        </Button>
      )}
    </Flex>
  );
};

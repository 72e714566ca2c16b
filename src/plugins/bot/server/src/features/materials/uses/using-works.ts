import { defineQuestion } from '../../../core/hooks';

import type { FileUse, UsedFile } from './file-uses';

/** A work that uses a file. */
export interface UsingWork {
  /** Its document id. */
  id: string;
  title: string;
  isPublished: boolean;
  how: FileUse['how'][];
}

/** Which works use a file. */
export const worksUsing = defineQuestion<UsedFile, Promise<UsingWork[]>>(async () => []);

import type { ReceivedBytes } from '@fleet-bot/media';

/** A file part. */
export interface ReceivedFile {
  bytes: ReceivedBytes;
  /** The file name as the client sent it. */
  name: string;
}

export interface FilePart {
  field: string;
  file: ReceivedFile;
}

export interface TextPart {
  field: string;
  value: string;
}

/** What a multipart body held, in the order of its parts. */
export interface ReceivedForm {
  files: FilePart[];
  fields: TextPart[];
}

const forms = new WeakSet<object>();

/** Marks what was read from a form: a JSON body may look like one. */
export const asForm = (form: ReceivedForm): ReceivedForm => {
  forms.add(form);
  return form;
};

/** Whether a body was read from a form. */
export const isForm = (body: unknown): body is ReceivedForm => forms.has(Object(body));

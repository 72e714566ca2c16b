import type { OPERATIONS, OperationId } from '@fleet-bot/protocol';
import type { z } from 'zod';

type Operations = typeof OPERATIONS;
type BodyIn<Answer> = Answer extends { body: infer Body extends z.ZodType }
  ? z.output<Body>
  : never;

/** An answer of any status. Its body is parsed as JSON, or else left as text; `undefined` if it is empty. */
export interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Body of an operation's successful answer (200 or 201). */
export type AnswerOf<Id extends OperationId> = Operations[Id]['answers'] extends infer Answers
  ? BodyIn<Answers[(200 | 201) & keyof Answers]>
  : never;

/** TypeScript type of a query parameter: numbers, dates and booleans in place of the string in the URL. */
type Asked<Value> = Value extends string
  ? string extends Value
    ? string | number | Date
    : Value extends 'true' | 'false'
      ? boolean
      : Value
  : Value;

/** Query parameters of an operation. Values may be numbers, booleans or dates. */
export type QueryOf<Id extends OperationId> = Operations[Id] extends {
  query: (...site: never[]) => infer Query extends z.ZodType;
}
  ? { [Name in keyof z.input<Query>]: Asked<z.input<Query>[Name]> }
  : undefined;

type WithDates<Body> = {
  [Name in keyof Body]: Name extends 'publishAt' | 'unpublishAt' ? Body[Name] | Date : Body[Name];
};

/** JSON body of an operation. `publishAt` and `unpublishAt` may be `Date` objects. */
export type BodyOf<Id extends OperationId> = Operations[Id] extends {
  body: { 'application/json': (...site: never[]) => infer Body extends z.ZodType };
}
  ? WithDates<z.input<Body>>
  : undefined;

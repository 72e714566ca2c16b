import type { OPERATIONS, OperationId } from '@fleet-bot/protocol';
import type { z } from 'zod';

type Operations = typeof OPERATIONS;
type BodyIn<Answer> = Answer extends { body: infer Body extends z.ZodType }
  ? z.output<Body>
  : never;

/** What an operation answers when it has done what it was asked for. */
export type AnswerOf<Id extends OperationId> = Operations[Id]['answers'] extends infer Answers
  ? BodyIn<Answers[(200 | 201) & keyof Answers]>
  : never;

/** A value of a query, as a program has it in place of the text in the address. */
type Asked<Value> = Value extends string
  ? string extends Value
    ? string | number | Date
    : Value extends 'true' | 'false'
      ? boolean
      : Value
  : Value;
type AskedAll<Query> = { [Name in keyof Query]: Asked<Query[Name]> };

/** The query of an operation: numbers, booleans and dates as such. */
export type QueryOf<Id extends OperationId> = Operations[Id] extends {
  query: (...site: never[]) => infer Query extends z.ZodType;
}
  ? AskedAll<z.input<Query>>
  : undefined;

type Times = 'publishAt' | 'unpublishAt';
type WithDates<Body> = {
  [Name in keyof Body]: Name extends Times ? Body[Name] | Date : Body[Name];
};

/** The JSON that an operation is sent. Times may be dates. */
export type BodyOf<Id extends OperationId> = Operations[Id] extends {
  body: { 'application/json': (...site: never[]) => infer Body extends z.ZodType };
}
  ? WithDates<z.input<Body>>
  : undefined;

import type { operations } from './generated/openapi.ts'
import type { routes } from './generated/routes.ts'

/** The operations with a method that takes what they take and answers what they answer. */
export type OperationName = Exclude<keyof typeof routes, 'followOrder'>

type In<Part> = [NonNullable<Part>] extends [never] ? unknown : NonNullable<Part>
type BodyOf<Operation> = Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
  ? Body
  : unknown

interface AnyOperation {
  parameters: { path?: object; query?: object }
}

/** What may be left out may also be undefined, under `exactOptionalPropertyTypes` too: it is not sent. */
type Loose<Type> = Type extends object
  ? { [Name in keyof Type]: Loose<Type[Name]> | (object extends Pick<Type, Name> ? undefined : never) }
  : Type

type InputOf<Operation extends AnyOperation> = Loose<
  Omit<In<Operation['parameters']['path']>, 'subdomain'> & In<Operation['parameters']['query']> & BodyOf<Operation>
>
type AnswerOf<Operation> = Operation extends { responses: { 200: { content: { 'application/json': infer Answer } } } }
  ? Answer
  : never

/** What an operation takes: the parameters of its path and query, and the members of its body, in one object. */
export type Input<Name extends OperationName> = InputOf<operations[Name]>

/** What an operation answers, as the API reference shows it. */
export type Answer<Name extends OperationName> = AnswerOf<operations[Name]>

export interface CallOptions {
  /** Ends the call, also while it waits to be repeated. It then throws the signal's reason. */
  signal?: AbortSignal | undefined
}

type Method<Input, Answer> = object extends Input
  ? (input?: Input, options?: CallOptions) => Promise<Answer>
  : (input: Input, options?: CallOptions) => Promise<Answer>

/** A method for each operation. @throws StorefrontError */
export type Operations = {
  [Name in keyof operations as Name extends OperationName ? Name : never]: Method<
    InputOf<operations[Name]>,
    AnswerOf<operations[Name]>
  >
}

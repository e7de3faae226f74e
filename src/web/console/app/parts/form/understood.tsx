import { useFormats } from '../../session/store-context.tsx'
import { type TypedKind, understood } from './typed-numbers.ts'

/** How a number is read that is typed into a field without a frame, such as a cell of a table. */
export function Understood({ typed, kind, id }: { typed: string; kind: TypedKind; id?: string }) {
  const text = understood(typed, useFormats().numbers, kind)
  return (
    text && (
      <span class="field-understood" id={id}>
        = {text}
      </span>
    )
  )
}

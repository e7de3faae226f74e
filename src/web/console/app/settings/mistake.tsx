/** The first mistake of a field that is more than one control. */
export function Mistake({ id, errors }: { id?: string; errors: readonly unknown[] }) {
  const [first] = errors
  return typeof first === 'string' ? (
    <span class="field-mistake" id={id} role="alert">
      {first}
    </span>
  ) : null
}

/** `Object.fromEntries` that keeps the names in the type. */
export const recordOf = <Name extends string, Value>(
  entries: readonly (readonly [name: Name, value: Value])[],
): Record<Name, Value> => Object.fromEntries(entries) as Record<Name, Value>

/**
 * The field of a variable with which graphql-js has found fault, as it says so itself: `buyer.phone` of a variable
 * `$input`, or the variable's own name. Null for other messages.
 */
export function variableField(message: string): string | null {
  const variable = /^Variable "\$(\w+)" (?:got invalid value|of (?:required|non-null) type) /.exec(message)?.[1]
  if (variable === undefined) return null
  const place = /.* at "\w+((?:\.\w+|\[\d+\])+)"; /s.exec(message)?.[1] ?? ''
  const field = /; Field "(\w+)" (?:of required type|is not defined by type) /.exec(message)?.[1]
  return `${place}${field === undefined ? '' : `.${field}`}`.replace(/^\./, '') || variable
}

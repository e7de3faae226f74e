export interface JsonMistake {
  /** From 1; columns are UTF-16 units, as in editors. */
  line: number
  column: number
  expected: string
  /** Shortened; empty at the end of the file. */
  found: string
}

type State = 'value' | 'first value' | 'first key' | 'key' | 'colon' | 'after value' | 'end'

const expectations: Record<State, string> = {
  value: 'a value',
  'first value': 'a value or "]"',
  'first key': 'a field name in double quotes or "}"',
  key: 'a field name in double quotes',
  colon: '":"',
  'after value': '"," or a closing bracket',
  end: 'the end of the file',
}

const blanks = /[ \t\n\r]*/y
const string = /"(?:[^"\\\p{Cc}]+|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)\b/y

/** Node 20's `JSON.parse` often does not say where. Null when the text is JSON. Slow: call it only on refused texts. */
export function findJsonMistake(text: string): JsonMistake | null {
  const brackets: ('}' | ']')[] = []
  let state: State = 'value'
  let at = skip(blanks, text, 0)

  while (!(state === 'end' && at === text.length)) {
    const step = next(text, at, state, brackets)
    if (step === null) return mistakeAt(text, at, state, brackets)
    state = step.state
    at = skip(blanks, text, step.at)
  }
  return null
}

/** Null when no valid token follows. */
function next(text: string, at: number, state: State, brackets: ('}' | ']')[]): { state: State; at: number } | null {
  const character = text[at]
  const afterValue = () => (brackets.length === 0 ? 'end' : 'after value')

  const closes = state === 'after value' || state === (brackets.at(-1) === '}' ? 'first key' : 'first value')
  if (closes && character !== undefined && character === brackets.at(-1)) {
    brackets.pop()
    return { state: afterValue(), at: at + 1 }
  }
  switch (state) {
    case 'first key':
    case 'key': {
      const end = skip(string, text, at)
      return end === at ? null : { state: 'colon', at: end }
    }
    case 'colon':
      return character === ':' ? { state: 'value', at: at + 1 } : null
    case 'after value':
      return character === ',' ? { state: brackets.at(-1) === '}' ? 'key' : 'value', at: at + 1 } : null
    case 'end':
      return null
    default: {
      if (character === '{' || character === '[') {
        brackets.push(character === '{' ? '}' : ']')
        return { state: character === '{' ? 'first key' : 'first value', at: at + 1 }
      }
      const end = Math.max(skip(string, text, at), skip(scalar, text, at))
      return end === at ? null : { state: afterValue(), at: end }
    }
  }
}

/** `at` when the sticky regex does not match. */
function skip(regex: RegExp, text: string, at: number): number {
  regex.lastIndex = at
  return regex.test(text) ? regex.lastIndex : at
}

function mistakeAt(text: string, at: number, state: State, brackets: ('}' | ']')[]): JsonMistake {
  const before = text.slice(0, at)
  return {
    line: before.split('\n').length,
    column: at - before.lastIndexOf('\n'),
    expected: state === 'after value' ? `"," or "${brackets.at(-1)}"` : expectations[state],
    found: text.slice(at, at + 20).split(/[\r\n]/, 1)[0] ?? '',
  }
}

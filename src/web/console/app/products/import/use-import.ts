import { useRef, useState } from 'preact/hooks'
import type { ImportLine, ImportProgress, RefusalAnswer } from '../../../../../shared/answers.ts'
import { RequestError, reasonIn, sitePath } from '../../data/request.ts'
import { useInvalidate } from '../../data/use-data.ts'
import { useStoreName } from '../../session/store-context.tsx'

interface State<Report> {
  file: File | null
  /** Of the last run, tried or done. */
  report: Report | null
  error: RequestError | null
  /** Null when nothing runs. */
  running: 'try' | 'import' | null
  progress: ImportProgress | null
}

const nothing: State<never> = { file: null, report: null, error: null, running: null, progress: null }

/**
 * A file is tried as soon as it is there, and imported when one asks for it.
 * @param name of the path that takes it
 * @param parametersOf what the owner has chosen, for the address
 */
export function useImport<Report extends { imported: boolean }, Choice>(
  name: 'stock.csv' | 'redirects.csv',
  parametersOf: (choice: Choice) => Record<string, string>,
) {
  const store = useStoreName()
  const invalidate = useInvalidate()
  const [state, setState] = useState<State<Report>>(nothing)
  const run = useRef(0)

  async function send(file: File, choice: Choice, dryRun: boolean): Promise<void> {
    run.current += 1
    const own = run.current
    const set = (change: Partial<State<Report>>) =>
      own === run.current && setState((before) => ({ ...before, ...change }))
    setState({ ...nothing, file, running: dryRun ? 'try' : 'import' })
    const query = new URLSearchParams({ ...(dryRun && { dry_run: 'true' }), ...parametersOf(choice) })
    try {
      const report = await sendFile<Report>(sitePath(store, `import/${name}?${query}`), file, (progress) =>
        set({ progress }),
      )
      set({ report, running: null })
      if (report.imported) await invalidate()
    } catch (error) {
      set({ error: error as RequestError, running: null })
    }
  }

  return {
    ...state,
    attempt: (file: File, choice: Choice) => void send(file, choice, true),
    store: (file: File, choice: Choice) => void send(file, choice, false),
    reset: () => {
      run.current += 1
      setState(nothing)
    },
  }
}

const LINES = 'application/x-ndjson'

/** @throws RequestError */
async function sendFile<Report>(
  path: string,
  file: File,
  onProgress: (progress: ImportProgress) => void,
): Promise<Report> {
  let answer: Response
  try {
    // Read whole first: a file that a spreadsheet has changed meanwhile could not be sent.
    const body = await file.arrayBuffer()
    answer = await fetch(path, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'text/csv', Accept: LINES },
      body,
    })
  } catch (error) {
    throw error instanceof DOMException
      ? new RequestError('UNREADABLE', 'The file could not be read. Choose it again.')
      : offline()
  }
  if (!answer.ok || !answer.body) {
    const { error = '' } = (await answer.json().catch(() => ({}))) as Partial<RefusalAnswer>
    const code = answer.headers.get('Error-Code') ?? (answer.status === 401 ? 'UNAUTHENTICATED' : 'BAD_USER_INPUT')
    throw new RequestError(code, error || `The file was refused (status ${answer.status}).`, [], {
      reason: reasonIn(answer),
    })
  }
  for await (const line of linesOf(answer.body)) {
    const news = JSON.parse(line) as ImportLine<Report>
    if ('report' in news) return news.report
    if ('error' in news) throw new RequestError(news.error.code, news.error.message, [], { reason: news.error.reason })
    if (news.total > 0) onProgress(news)
  }
  throw offline()
}

const offline = () =>
  new RequestError('OFFLINE', 'The store could not be reached. Check your connection, and try the file again.')

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let held = ''
  for (;;) {
    const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }))
    if (done) break
    const lines = (held + value).split('\n')
    held = lines.pop() ?? ''
    yield* lines
  }
  if (held !== '') yield held
}

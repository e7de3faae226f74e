import { listSessions } from '../session/sessions.ts'

/**
 * Loads a script of the console. A script that is missing because the server was updated is answered by a reload; when
 * the server cannot be reached, that would only show the browser's own error page.
 * @throws RequestError when the server cannot be reached
 */
export const loadScript = <Script>(load: () => Promise<Script>): Promise<Script> =>
  load().catch(async (error: unknown) => {
    await listSessions()
    throw error
  })

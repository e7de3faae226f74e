import { afterAll } from 'vitest'

/** What all tests of a file share, closed after them; what was opened last is closed first. */
export async function forAllTests<T extends { close(): unknown }>(opening: T | Promise<T>): Promise<T> {
  const opened = await opening
  afterAll(async () => {
    await opened.close()
  })
  return opened
}

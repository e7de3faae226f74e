import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenOnLoopback } from './loopback.ts'

export type PictureAnswer = (response: ServerResponse, request: IncomingMessage) => unknown

export interface PictureHost {
  url: string
  /** The paths that were asked, in order. */
  asked: string[]
  /** By path; a path that is not here is gone. */
  answers: Map<string, PictureAnswer>
  close(): Promise<void>
}

export const picture =
  (bytes: Buffer, type = 'image/jpeg'): PictureAnswer =>
  (response) =>
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes)

/** The host of a shop that has moved, on loopback. */
export async function openPictureHost(): Promise<PictureHost> {
  const asked: string[] = []
  const answers = new Map<string, PictureAnswer>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = answers.get(path)
    if (answer) answer(response, request)
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Gone</h1>')
  })
  const { url, close } = await listenOnLoopback(server)
  return { url, asked, answers, close }
}

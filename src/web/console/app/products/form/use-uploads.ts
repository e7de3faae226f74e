import { useRef, useState } from 'preact/hooks'
import type { PictureAnswer } from '../../../../../shared/answers.ts'
import { pictureToUpload } from '../../data/picture-to-upload.ts'
import { type RequestError, requestJson, sitePath } from '../../data/request.ts'
import { useStoreName } from '../../session/store-context.tsx'
import type { Picture } from './product-values.ts'

export interface Upload {
  key: number
  name: string
  /** Why it was refused; null while it is under way. */
  failure: string | null
}

/** Uploads pictures one after another, and hands each over as soon as it is stored. */
export function useUploads(onUploaded: (picture: Picture) => void) {
  const store = useStoreName()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const last = useRef<Promise<void>>(Promise.resolve())
  const lastKey = useRef(0)

  async function send(file: File, key: number): Promise<void> {
    try {
      const body = new FormData()
      body.append('file', await pictureToUpload(file), file.name)
      const { media } = await requestJson<PictureAnswer>(sitePath(store, 'media'), { method: 'POST', body })
      const { url, width, height } = media
      onUploaded({ url, width, height, alt: '' })
      setUploads((before) => before.filter((upload) => upload.key !== key))
    } catch (error) {
      const { message } = error as RequestError
      setUploads((before) => before.map((upload) => (upload.key === key ? { ...upload, failure: message } : upload)))
    }
  }

  function upload(files: readonly File[]): void {
    for (const file of files) {
      lastKey.current += 1
      const key = lastKey.current
      setUploads((before) => [...before, { key, name: file.name, failure: null }])
      last.current = last.current.then(() => send(file, key))
    }
  }

  const dismiss = (key: number) => setUploads((before) => before.filter((upload) => upload.key !== key))

  return { uploads, upload, dismiss }
}

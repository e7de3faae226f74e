interface Example {
  name?: string
  example?: unknown
}

interface LiveOperation {
  parameters?: Example[]
  requestBody?: { content: Record<string, Example> }
}

type LiveDocument = { paths: Record<string, Record<string, LiveOperation>> }

let loading: Promise<LiveDocument | null> | undefined

/** `openapi.json` names a store and a product that are there. */
async function load(gateway: string): Promise<LiveDocument | null> {
  try {
    const response = await fetch(`${gateway}/openapi.json`)
    return response.ok ? await response.json() : null
  } catch {
    // What the page already has is good enough.
    return null
  }
}

/** By the names of the fields; nothing when they cannot be loaded. */
export async function exampleValues(gateway: string, path: string, method: string): Promise<Record<string, string>> {
  loading ??= load(gateway)
  const operation = (await loading)?.paths[path]?.[method.toLowerCase()]
  const [body] = Object.values(operation?.requestBody?.content ?? {})
  const values = (operation?.parameters ?? []).flatMap(({ name = '', example }) =>
    example === undefined ? [] : [[name, typeof example === 'string' ? example : JSON.stringify(example)]],
  )
  return Object.fromEntries([
    ...values,
    ...(body?.example === undefined ? [] : [['body', JSON.stringify(body.example, null, 2)]]),
  ])
}

import type { ComponentChildren } from 'preact'

export type Tone = 'plain' | 'good' | 'busy' | 'warn' | 'bad'

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ComponentChildren }) {
  return (
    <span class="badge" data-tone={tone}>
      {children}
    </span>
  )
}

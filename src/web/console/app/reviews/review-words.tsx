import type { ReviewStatus } from '../../../../generated/console/documents.ts'
import { Badge, type Tone } from '../parts/badge.tsx'

const looks: Record<ReviewStatus, readonly [Tone, string]> = {
  PENDING: ['warn', 'To approve'],
  APPROVED: ['good', 'Approved'],
  REJECTED: ['plain', 'Rejected'],
}

export function ReviewBadge({ status }: { status: ReviewStatus }) {
  const [tone, word] = looks[status]
  return <Badge tone={tone}>{word}</Badge>
}

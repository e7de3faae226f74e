import { Link } from '@tanstack/react-router'
import { Empty } from '../parts/empty.tsx'

export function NotFound() {
  return (
    <Empty title="There is nothing at this address">
      <Link to="/">Go to your store</Link>
    </Empty>
  )
}

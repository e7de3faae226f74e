import { Icon } from '../parts/icons.tsx'

interface OrderButtonsProps {
  /** What is moved. */
  name: string
  index: number
  count: number
  isBusy: boolean
  onMove: (to: number) => void
}

/** Moves an entry of a list to the place before or behind it. */
export function OrderButtons({ name, index, count, isBusy, onMove }: OrderButtonsProps) {
  return (
    <span class="order-buttons">
      <button
        type="button"
        class="icon-button"
        aria-label={`Move ${name} up`}
        disabled={isBusy || index === 0}
        onClick={() => onMove(index - 1)}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={`Move ${name} down`}
        disabled={isBusy || index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <Icon name="down" />
      </button>
    </span>
  )
}

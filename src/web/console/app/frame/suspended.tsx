import { Icon } from '../parts/icons.tsx'

/** Above every place of a store that whoever runs the service keeps from shoppers. */
export function Suspended() {
  return (
    <section class="banner frame-banner" data-tone="bad" aria-label="Suspended">
      <Icon name="warning" />
      <div class="banner-text">
        <strong>This store is suspended.</strong>
        <p>
          Whoever runs this service keeps it from shoppers: nobody sees it or can buy. You can go on here with orders,
          refunds and exports, and payments of earlier orders still arrive. Ask them to resume it.
        </p>
      </div>
    </section>
  )
}

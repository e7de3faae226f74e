import type { ComponentChildren } from 'preact'
import type { ShopListFragment } from '../../../generated/operations/graphql.ts'
import { useShop } from '../http/shop-view.ts'
import { type Filters, sorts } from './filters.ts'

export const countOf = (total: number): string => `${total} ${total === 1 ? 'product' : 'products'}`

interface Props {
  path: string
  facets: ShopListFragment['facets']
  filters: Filters
  category: string | undefined
  /** How many products the list has. */
  total: number
}

/** A form whose address is the list; on a narrow screen it opens over the page. */
export function FilterForm({ path, facets, filters, category, total }: Props) {
  const shop = useShop()
  const prices = facets.price
  const [low, high] = [Math.floor(prices.at(0)?.min ?? 0), Math.ceil(prices.at(-1)?.max ?? 0)]
  const available = facets.availability.find(({ value }) => value)?.count ?? 0
  return (
    <>
      <button class="button plain open-filters" type="button" popovertarget="filters">
        Filter and sort
      </button>
      {/* Without autocomplete, browsers do not tick again after Back what is not applied. */}
      <form id="filters" class="filters" popover="auto" action={shop.at(path)} autocomplete="off">
        <div class="filters-head">
          <h2>Filter and sort</h2>
          <button class="close" type="button" popovertarget="filters" popovertargetaction="hide" aria-label="Close">
            ×
          </button>
        </div>
        {filters.q && <input type="hidden" name="q" value={filters.q} />}
        <label class="label" for="sort">
          Sort by
        </label>
        <select class="field" id="sort" name="sort">
          {sorts.map(([value, , text]) => (
            <option value={value} selected={value === filters.sort}>
              {text}
            </option>
          ))}
        </select>
        {category === undefined && (
          <Choices title="Category" name="category" values={facets.category} chosen={filters.categories} />
        )}
        <Group title="Price">
          <div class="range">
            <Amount id="min_price" label="Lowest price" value={filters.minPrice} placeholder={low} />
            <span aria-hidden="true">–</span>
            <Amount id="max_price" label="Highest price" value={filters.maxPrice} placeholder={high} />
          </div>
        </Group>
        <Choices title="Brand" name="brand" values={facets.brand} chosen={filters.brands} />
        {facets.options.map(({ name, values }) => (
          <Choices
            title={name}
            name={`option.${name}`}
            values={values}
            chosen={filters.options.find((option) => option.name === name)?.values ?? []}
          />
        ))}
        <Group title="More">
          <Tick name="in_stock" value="1" text="In stock" count={available} isChosen={filters.inStock} />
          <Tick name="on_sale" value="1" text="On sale" isChosen={filters.onSale} />
        </Group>
        <div class="filters-foot">
          <button class="button" type="submit">
            <span class="without-script">Show results</span>
            <span class="with-script">{total === 0 ? 'Nothing found' : `Show ${countOf(total)}`}</span>
          </button>
        </div>
      </form>
    </>
  )
}

const Group = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <fieldset>
    <legend dir="auto">{title}</legend>
    {children}
  </fieldset>
)

interface ChoicesProps {
  title: string
  name: string
  values: readonly { value: string; count: number }[]
  chosen: readonly string[]
}

/** As many as a shopper reads; the chosen ones are among them although none is left. */
const MOST_SHOWN = 12

function Choices({ title, name, values, chosen }: ChoicesProps) {
  const isChosen = (value: string) => chosen.some((other) => other.toLowerCase() === value.toLowerCase())
  const shown = values.filter(({ value }, index) => index < MOST_SHOWN || isChosen(value))
  const gone = chosen.filter((value) => !values.some((other) => other.value.toLowerCase() === value.toLowerCase()))
  if (shown.length + gone.length === 0) return null
  return (
    <Group title={title}>
      {shown.map(({ value, count }) => (
        <Tick name={name} value={value} text={value} count={count} isChosen={isChosen(value)} />
      ))}
      {gone.map((value) => (
        <Tick name={name} value={value} text={value} count={0} isChosen />
      ))}
    </Group>
  )
}

interface TickProps {
  name: string
  value: string
  text: string
  count?: number
  isChosen: boolean
}

const Tick = ({ name, value, text, count, isChosen }: TickProps) => (
  <label class="tick">
    <input type="checkbox" name={name} value={value} checked={isChosen} />
    <span dir="auto">{text}</span>
    {count !== undefined && <small>{count}</small>}
  </label>
)

interface AmountProps {
  id: string
  label: string
  value: number | null
  placeholder: number
}

const Amount = ({ id, label, value, placeholder }: AmountProps) => (
  <label>
    <span class="unseen">{label}</span>
    <input
      class="field"
      name={id}
      type="text"
      inputmode="decimal"
      maxlength={12}
      value={value ?? ''}
      placeholder={placeholder.toString()}
    />
  </label>
)

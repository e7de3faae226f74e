interface Props {
  inclusive: boolean
  /** In percent. */
  rate: number
}

/** Behind a price: whether it is all that is paid for the goods. */
export function TaxNote({ inclusive, rate }: Props) {
  if (!inclusive && rate === 0) return null
  return (
    <>
      {' '}
      <small class="quiet-text tax">{inclusive ? 'incl. of all taxes' : `plus ${rate}% tax`}</small>
    </>
  )
}

/** Checks the parameters of an address: those with these names, as texts; anything else is left out. */
export const searchOf =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): { [Key in Name]?: string } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name]
        return ['string', 'number', 'boolean'].includes(typeof value) && value !== '' ? [[name, String(value)]] : []
      }),
    ) as { [Key in Name]?: string }

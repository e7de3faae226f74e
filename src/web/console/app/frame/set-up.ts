import { SetUpDocument, type SetUpQuery } from '../../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'

export type SetUp = Omit<NonNullable<SetUpQuery['setUp']>, '__typename'>

/** Null until it is known: then nothing is promised. */
export const useSetUp = (): SetUp | null => useData(SetUpDocument, {}).data?.setUp ?? null

/** Whether the buyer of an order gets a mail, as a sentence. Empty until it is known. */
export function useMailWords(buyerEmail: string | null | undefined): string {
  const setUp = useSetUp()
  if (!setUp) return ''
  if (!setUp.mails) return 'No mail server is set up: the buyer gets no mail.'
  return buyerEmail ? 'The buyer gets a mail.' : 'Without an email address, the buyer gets no mail.'
}

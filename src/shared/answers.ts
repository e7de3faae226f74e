import type { ProblemReason } from './reasons.ts'

// Answers outside GraphQL, as JSON has them: who sends one and who reads it compile against the same type.

/** What is wrong with one field of an input. */
export interface Mistake {
  /** As the caller wrote it, such as `buyer.phone` or `items[0].qty`; empty for the whole input. */
  field: string
  message: string
}

/** A refusal; only problem documents have more than `error`. */
export interface RefusalAnswer {
  error: string
  code?: string
  reason?: ProblemReason
  errors?: readonly Mistake[]
}

/** Of a person in a store. */
export type Role = 'OWNER' | 'MANAGER' | 'ORDERS' | 'CATALOGUE' | 'ACCOUNTANT'

/** Who is logged in to a store, and what they may do there. */
export interface ViewerAnswer {
  kind: 'key' | 'person'
  /** Of the key or the person. */
  id: string
  name: string
  /** Of a person. */
  role: Role | null
  /** Also what later versions add. */
  everything: boolean
  /** What they may change, in small letters; all of them for everything. */
  scopes: readonly string[]
  /** What they may only see. */
  reads: readonly string[]
  /** Whether they see what the store sells: sums, plots, best sellers. */
  figures: boolean
}

/** What a browser is logged in to at one store. */
export interface SessionAnswer {
  /** The store's subdomain. */
  store: string
  business_name: string
  currency: string
  time_zone: string
  /** Where orders go that name no country; null if the owner has named none. */
  country: string | null
  /** Whether whoever runs the installation keeps it from shoppers. */
  suspended: boolean
  /** Null for a person. */
  key: { id: string; name: string; scopes: readonly string[] } | null
  viewer: ViewerAnswer
  expires_at: string
}

export interface LoggedInPerson {
  id: string
  email: string
  name: string
  expires_at: string
  /** Whether they have given their password or second factor lately, as some changes and files ask for. */
  confirmed: boolean
}

/** What a browser is logged in to. */
export interface SessionsAnswer {
  person: LoggedInPerson | null
  /** One for each store that it may enter. */
  sessions: readonly SessionAnswer[]
  /** Whether somebody has used the code that the first start prints. */
  set_up: boolean
  /** Whether there is a mail server, for links to who cannot log in. */
  sends_mails: boolean
}

/** What somebody is invited to. */
export interface InvitationAnswer {
  email: string
  /** Null: to run the installation. */
  store: { store: string; business_name: string } | null
  role: Role | null
  money: boolean
  expires_at: string
  /** Who is logged in. */
  person: { id: string; email: string; name: string } | null
  /**
   * How it can be accepted here: as who is logged in, after a log-in, by somebody new who chooses a password, by either,
   * or by somebody new who takes the address from a person who has never confirmed it.
   */
  next: 'ACCEPT' | 'WRONG_PERSON' | 'LOG_IN' | 'SIGN_UP' | 'EITHER' | 'TAKE_ADDRESS'
  /** Why who is logged in cannot accept it. */
  refusal: string | null
}

/** A picture that has been uploaded. */
export interface PictureAnswer {
  media: { id: string; url: string; width: number; height: number }
}

export interface FileMistakes {
  /** The first 1,000. `column` is empty where a whole row is meant. */
  mistakes: { line: number; column: string; message: string }[]
  /** Some more than 100,000 when there are more. */
  mistake_count: number
}

/** Lines are counted as text editors do: from 1, the header included. */
export interface StockFileReport extends FileMistakes {
  imported: boolean
  rows: number
  /** Of a dry run or a refused file: what would be changed. `null` means that the stock is not counted. */
  changed: {
    line: number
    sku: string
    product: string
    /** The values of the variant's options; empty for a product's own stock. */
    options: string[]
    before: number | null
    stock: number | null
  }[]
  /** How many rows say what the stock is already. */
  unchanged: number
  /** Rows that set nothing, and why. */
  left_out: { line: number; sku: string; reason: 'EMPTY' | 'UNKNOWN_SKU' }[]
}

/** Lines are counted as text editors do: from 1, the header included. */
export interface RedirectFileReport extends FileMistakes {
  imported: boolean
  rows: number
  /** How many redirects are new, changed, and as the file has them already; of a dry run what would be. */
  added: number
  changed: number
  unchanged: number
}

export interface ImportProgress {
  done: number
  total: number
}

/** A line of what is answered while a file is imported; the last one has the report or the error. */
export type ImportLine<Report> =
  | ImportProgress
  | { report: Report }
  | { error: { code: string; reason?: ProblemReason | undefined; message: string } }

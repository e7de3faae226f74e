/** How the token reaches who is invited. A CHECK of the database holds the same list. */
export const InvitationWay = {
  /** A job mails it: whoever uses it reads the mails of the address. */
  MAIL: 'MAIL',
  /** Whoever invites passes it on themselves. */
  LINK: 'LINK',
} as const
export type InvitationWay = (typeof InvitationWay)[keyof typeof InvitationWay]

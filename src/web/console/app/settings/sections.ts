import type { ComponentType } from 'preact'

export interface Section {
  name: string
  title: string
  /** One sentence: what is set there. */
  about: string
  load: () => Promise<{ default: ComponentType }>
}

interface Group {
  title: string
  sections: readonly Section[]
}

/** Each section's script is loaded when it is opened. */
export const groups: readonly Group[] = [
  {
    title: 'Shop',
    sections: [
      {
        name: 'store',
        title: 'Store',
        about: 'Name, time zone, addresses for mail, and whether the shop is open.',
        load: () => import('./store/store-section.tsx'),
      },
      {
        name: 'business',
        title: 'Business',
        about: 'Who sells: legal name, address, registration, and how to reach you.',
        load: () => import('./business/business-section.tsx'),
      },
      {
        name: 'menus',
        title: 'Menus',
        about: 'What stands at the top and at the foot of the shop.',
        load: () => import('./menus/menus-section.tsx'),
      },
      {
        name: 'appearance',
        title: 'Appearance',
        about: 'Name, logo, colour and pictures of the shop, with a preview.',
        load: () => import('./appearance/appearance-section.tsx'),
      },
      {
        name: 'mails',
        title: 'Mails',
        about: 'What buyers and you are written about orders, with a preview.',
        load: () => import('./mails/mails-section.tsx'),
      },
      {
        name: 'chat',
        title: 'Chat assistant',
        about: 'What it knows of your store and services, with a trial.',
        load: () => import('./chat/chat-section.tsx'),
      },
      {
        name: 'redirects',
        title: 'Redirects',
        about: 'Where visitors of old addresses are led, one by one or from a file.',
        load: () => import('./redirects/redirects-section.tsx'),
      },
    ],
  },
  {
    title: 'Selling',
    sections: [
      {
        name: 'tax',
        title: 'Tax',
        about: 'The usual rate, and whether prices include it.',
        load: () => import('./store/tax-section.tsx'),
      },
      {
        name: 'shipping',
        title: 'Shipping',
        about: 'The usual fee, from which amount shipping is free, and weights.',
        load: () => import('./store/shipping-section.tsx'),
      },
      {
        name: 'loyalty',
        title: 'Loyalty points',
        about: 'What customers earn by buying, and what a point is worth.',
        load: () => import('./store/loyalty-section.tsx'),
      },
      {
        name: 'payments',
        title: 'Online payments',
        about: 'Your account with a payment provider.',
        load: () => import('./payments/payments-section.tsx'),
      },
    ],
  },
  {
    title: 'People and programs',
    sections: [
      {
        name: 'members',
        title: 'Members',
        about: 'Who works in the shop, what each of them may do, and invitations.',
        load: () => import('./members/members-section.tsx'),
      },
      {
        name: 'keys',
        title: 'Keys and sessions',
        about: 'Keys of programs and what they may use; log out everywhere.',
        load: () => import('./keys/keys-section.tsx'),
      },
      {
        name: 'webhooks',
        title: 'Webhooks',
        about: 'Your programs that hear what happens, and what was sent to them.',
        load: () => import('./webhooks/webhooks-section.tsx'),
      },
      {
        name: 'jobs',
        title: 'Failed jobs',
        about: 'Work in the background that has failed, with its reason.',
        load: () => import('./jobs/jobs-section.tsx'),
      },
      {
        name: 'history',
        title: 'History',
        about: 'Who has changed what in the last 90 days.',
        load: () => import('./history/history-section.tsx'),
      },
    ],
  },
]

const sections = groups.flatMap((group) => group.sections)

export const sectionOf = (name: string): Section | undefined => sections.find((section) => section.name === name)

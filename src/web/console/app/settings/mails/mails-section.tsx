import { Link, useSearch } from '@tanstack/react-router'
import { type MailName, MailTemplatesDocument } from '../../../../../generated/console/documents.ts'
import { useData } from '../../data/use-data.ts'
import { Badge } from '../../parts/badge.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icons.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { useStoreName } from '../../session/store-context.tsx'
import { MailEditor } from './mail-editor.tsx'
import { MailTest } from './test-mail.tsx'

const titles: Record<MailName, { title: string; about: string }> = {
  ORDER_CONFIRMED: { title: 'Order confirmed', about: 'To the buyer, when an order was paid for.' },
  ORDER_READY: { title: 'Ready for pick-up', about: 'To the buyer, with the place where the goods wait.' },
  ORDER_SHIPPED: { title: 'Order shipped', about: 'To the buyer, with carrier and tracking if you know them.' },
  ORDER_CANCELLED: { title: 'Order cancelled', about: 'To the buyer.' },
  ORDER_REFUNDED: { title: 'Order refunded', about: 'To the buyer, for a refund in full or in part.' },
  NEW_ORDER: { title: 'New order', about: 'To you.' },
  NEEDS_ATTENTION: { title: 'An order needs attention', about: 'To you.' },
}

export default function MailsSection() {
  const store = useStoreName()
  const { name } = useSearch({ from: '/s/$store/settings/$section' })
  const query = useData(MailTemplatesDocument, {})
  return (
    <QueryView query={query}>
      {({ mailTemplates }) => {
        if (!name) {
          return (
            <>
              <MailTest />
              <ul class="settings-cards">
                {mailTemplates?.map((template) => (
                  <li key={template.name}>
                    <Link
                      to="/s/$store/settings/$section"
                      params={{ store, section: 'mails' }}
                      search={{ name: template.name }}
                    >
                      <strong>{titles[template.name].title}</strong>
                      <span class="quiet">{titles[template.name].about}</span>
                      {template.isOwn && (
                        <span>
                          <Badge tone="good">Your text</Badge>
                        </span>
                      )}
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )
        }
        const template = mailTemplates?.find((one) => one.name === name)
        return (
          <>
            <p class="page-back">
              <Link to="/s/$store/settings/$section" params={{ store, section: 'mails' }} search={{}}>
                <Icon name="left" /> All mails
              </Link>
            </p>
            {template ? (
              <MailEditor key={template.name} template={template} title={titles[template.name].title} />
            ) : (
              <Empty title="There is no such mail" />
            )}
          </>
        )
      }}
    </QueryView>
  )
}

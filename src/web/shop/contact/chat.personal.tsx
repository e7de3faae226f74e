import { graphql } from '../../../generated/operations/index.ts'
import { notFound } from '../http/page.ts'
import { type PersonalVisit, personalPage } from '../http/personal/personal-page.ts'
import { useShop } from '../http/shop-view.ts'
import { Problems } from '../views/alert.tsx'
import { Field } from '../views/field.tsx'
import { type Turn, turnsOf } from './turns.ts'

const EXAMPLES = ['What do you recommend?', 'How long does delivery take?', 'Can I return something?']

/** Without script, the conversation so far travels in the form. */
export const chat = personalPage({
  path: '/shop/:subdomain/chat',
  operation: graphql(`query ShopChatPage { store { ...ShopStore } categories { ...ShopCategory } }`),
  variables: () => ({}),
  title({ store }) {
    if (!store.chatEnabled) throw notFound()
    return 'Ask our assistant'
  },
  View({ visit }) {
    const shop = useShop()
    const turns = turnsOf(visit.fields.history)
    return (
      <div class="wide page narrow">
        <h1>Ask our assistant</h1>
        <div class="card-box chat" id="chat" data-island="live">
          <Conversation turns={turns} />
          <Problems refusal={visit.refusal} fields={['message']} />
          <Question visit={visit} isFirst={turns.length === 0} />
          <p class="quiet-text small-print">
            A program answers, from what the shop says of itself. <a href={shop.at('/contact')}>Write to us</a> to reach
            a person
            {turns.length > 0 && (
              <>
                , or <a href={shop.at('/chat')}>start again</a>
              </>
            )}
            .
          </p>
        </div>
      </div>
    )
  },
})

const Conversation = ({ turns }: { turns: readonly Turn[] }) =>
  turns.length === 0 ? (
    <p>Ask about products, prices, delivery, or anything else in the shop.</p>
  ) : (
    <ol class="talk" aria-label="Conversation">
      {turns.map(({ role, content }, index) => (
        <li class={role === 'USER' ? 'asked' : 'answered'}>
          <span class="unseen">{role === 'USER' ? 'You: ' : 'Assistant: '}</span>
          <p dir="auto" data-said={index === turns.length - 1 ? '' : undefined}>
            {content}
          </p>
        </li>
      ))}
    </ol>
  )

interface QuestionProps {
  visit: Pick<PersonalVisit, 'fields' | 'refusal'>
  isFirst: boolean
}

function Question({ visit, isFirst }: QuestionProps) {
  const shop = useShop()
  const { history } = visit.fields
  return (
    <form class="question" method="post" action={shop.at('/chat')}>
      {history && <input type="hidden" name="history" value={history} />}
      <Field {...{ visit, name: 'message', label: 'Your question' }} maxlength={500} autocomplete="off" required />
      <button class="button" type="submit" id="ask">
        Ask
      </button>
      <p class="waiting">One moment…</p>
      {isFirst && (
        <p class="examples">
          {EXAMPLES.map((example) => (
            <button class="link-button" type="submit" name="message" value={example} formnovalidate>
              {example}
            </button>
          ))}
        </p>
      )}
    </form>
  )
}

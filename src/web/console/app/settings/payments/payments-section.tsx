import {
  PaymentSettingsDocument,
  type PaymentSettingsQuery,
  type PaymentsInput,
  SetPaymentsDocument,
} from '../../../../../generated/console/documents.ts'
import { useChange, useData } from '../../data/use-data.ts'
import { Badge } from '../../parts/badge.tsx'
import { useConfirm } from '../../parts/confirm.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useAppForm } from '../../parts/form/fields.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { say } from '../../parts/toasts.tsx'
import { useMayChange, useStoreName } from '../../session/store-context.tsx'
import { NotShown } from '../not-shown.tsx'

type Account = NonNullable<NonNullable<PaymentSettingsQuery['store']>['payments']>

const providers = [
  ['NONE', 'None: nothing is paid online'],
  ['SANDBOX', 'Play money, for trying out'],
  ['RAZORPAY', 'Razorpay'],
] as const

export default function PaymentsSection() {
  const mayChange = useMayChange('settings')
  const handlesMoney = useMayChange('money')
  return mayChange && handlesMoney ? (
    <Payments />
  ) : (
    <NotShown what="Payment accounts" needs="change settings and handle money" />
  )
}

function Payments() {
  const query = useData(PaymentSettingsDocument, {})
  return (
    <QueryView query={query}>
      {({ store }) => store && <PaymentsForm key={JSON.stringify(store.payments)} account={store.payments ?? null} />}
    </QueryView>
  )
}

/** Its secrets are written only, and no draft of them is stored. */
function PaymentsForm({ account }: { account: Account | null }) {
  const store = useStoreName()
  const [dialog, confirm] = useConfirm()
  const hasWebhookSecret = account?.provider === 'RAZORPAY' && account.hasWebhookSecret
  const set = useChange(SetPaymentsDocument, { invalidates: ['PaymentSettings', 'SetUp'] })
  const form = useAppForm({
    defaultValues: {
      provider: (account?.provider ?? 'NONE') as string,
      keyId: account?.provider === 'RAZORPAY' ? account.keyId : '',
      keySecret: '',
      webhookSecret: '',
      withoutWebhook: false,
      voidEarlier: false,
    },
    onSubmit: async ({ value }) => {
      const { provider, keyId, keySecret, webhookSecret, withoutWebhook, voidEarlier } = value
      const input: PaymentsInput | null =
        provider === 'NONE'
          ? null
          : provider === 'SANDBOX'
            ? { provider: 'SANDBOX' }
            : {
                provider: 'RAZORPAY',
                keyId: keyId.trim(),
                ...(keySecret && { keySecret: keySecret.trim() }),
                ...(webhookSecret && { webhookSecret: webhookSecret.trim() }),
                ...(withoutWebhook && { webhookSecret: null }),
              }
      if (!(await confirm(questionOf(provider, voidEarlier)))) return
      await set.mutateAsync({ input, voidEarlier }).then(
        () => {
          form.reset()
          say('Payments saved')
        },
        () => {},
      )
    },
  })
  return (
    <form
      class="form"
      autocomplete="off"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.handleSubmit()
      }}
    >
      {dialog}
      {set.error && <Failure error={set.error} />}
      {account && !account.configured && (
        <p class="hint">The secrets can no longer be read. Type them again; until then nobody can pay online.</p>
      )}
      <section class="card">
        <div class="card-head">
          <h2>Online payments</h2>
          {account?.configured ? <Badge tone="good">Set up</Badge> : <Badge tone="warn">Not set up</Badge>}
        </div>
        <form.AppField name="provider">
          {(field) => <field.SelectField label="Provider" options={providers} />}
        </form.AppField>
        <form.Subscribe selector={({ values: { provider, keyId } }) => ({ provider, keyId })}>
          {({ provider, keyId }) =>
            provider === 'RAZORPAY' && (
              <>
                <div class="form-grid">
                  <form.AppField name="keyId">
                    {(field) => <field.TextField label="Key ID" required autocomplete="off" />}
                  </form.AppField>
                  <form.AppField name="keySecret">
                    {(field) => (
                      <field.TextField
                        label="Key secret"
                        type="password"
                        autocomplete="new-password"
                        hint={
                          account?.keyId === keyId.trim()
                            ? 'Stored, and never shown. Left empty, it stays.'
                            : 'Of this key. It is stored encrypted and never shown again.'
                        }
                      />
                    )}
                  </form.AppField>
                  <form.AppField name="webhookSecret">
                    {(field) => (
                      <field.TextField
                        label="Webhook secret"
                        type="password"
                        autocomplete="new-password"
                        hint={hasWebhookSecret ? 'Stored, and never shown. Left empty, it stays.' : 'None yet.'}
                      />
                    )}
                  </form.AppField>
                </div>
                <p class="quiet">
                  In Razorpay’s dashboard, set this webhook address:{' '}
                  <code>{`${location.origin}/api/sites/${store}/webhooks/payments`}</code>
                </p>
                {hasWebhookSecret && (
                  <form.AppField name="withoutWebhook">
                    {(field) => (
                      <field.SwitchField
                        label="Remove the webhook secret"
                        hint="Payments are then noticed later, when this service asks the provider."
                      />
                    )}
                  </form.AppField>
                )}
              </>
            )
          }
        </form.Subscribe>
        {account && (
          <form.AppField name="voidEarlier">
            {(field) => (
              <field.SwitchField
                label="Reject payments of the earlier account at once"
                hint="For secrets that have leaked. Otherwise payments that were started with it are accepted for a day."
              />
            )}
          </form.AppField>
        )}
      </section>
      <div class="form-actions">
        <form.AppForm>
          <form.SaveButton />
        </form.AppForm>
      </div>
    </form>
  )
}

const questionOf = (provider: string, voidEarlier: boolean) => ({
  title: provider === 'NONE' ? 'Stop online payments?' : 'Change how buyers pay?',
  text: `${
    provider === 'NONE'
      ? 'Buyers can no longer pay online. The stored secrets are deleted.'
      : provider === 'SANDBOX'
        ? 'Buyers pay with play money from now on: orders are confirmed although nobody has paid.'
        : 'New payments go to this account from now on.'
  } ${
    voidEarlier
      ? 'Payments that were started with the earlier account are rejected at once; such buyers may have paid without an order.'
      : 'Payments that were started with the earlier account are accepted for a day.'
  }`,
  action: provider === 'NONE' ? 'Stop them' : 'Change it',
})

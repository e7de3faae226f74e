import {
  ChangeProtectionDocument,
  type Protection,
  SetAccessPasswordDocument,
  StoreSettingsDocument,
} from '../../../../../generated/console/documents.ts'
import { useChange, useData } from '../../data/use-data.ts'
import { Badge } from '../../parts/badge.tsx'
import { useConfirm } from '../../parts/confirm.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useAppForm } from '../../parts/form/fields.tsx'
import { say, sayError } from '../../parts/toasts.tsx'
import { useMayChange } from '../../session/store-context.tsx'
import { SETTINGS_QUERIES } from './settings-form.tsx'

const protections = [
  ['SITE', 'Everything: products, carts and checkout need the password'],
  ['HINT', 'Nothing here: a storefront of your own asks for it'],
] as const

/** The password that visitors need. It is never shown, and no draft of it is stored. */
export function AccessPassword() {
  const mayChange = useMayChange('settings')
  const { data } = useData(StoreSettingsDocument, {})
  if (!data?.store || !mayChange) return null
  const { protection } = data.store
  return <PasswordForm key={protection} protection={protection ?? null} isProtected={data.store.protected} />
}

function PasswordForm({ protection, isProtected }: { protection: Protection | null; isProtected: boolean }) {
  const [dialog, confirm] = useConfirm()
  const set = useChange(SetAccessPasswordDocument, { invalidates: SETTINGS_QUERIES })
  const change = useChange(ChangeProtectionDocument, { invalidates: SETTINGS_QUERIES })
  const form = useAppForm({
    defaultValues: { password: '', protection: (protection ?? 'SITE') as string },
    onSubmit: async ({ value, formApi }) => {
      const wanted = value.protection as Protection
      const saved = value.password
        ? set.mutateAsync({ password: value.password, protection: wanted })
        : change.mutateAsync({ protection: wanted })
      await saved.then(
        () => {
          formApi.reset({ password: '', protection: value.protection })
          say(value.password ? 'Password set. Visitors who were let in before need it again.' : 'Saved')
        },
        () => {},
      )
    },
  })

  async function remove(): Promise<void> {
    const goOn = await confirm({
      title: 'Remove the password?',
      text: 'Everybody can then see the shop and buy. The password cannot be brought back, only set anew.',
      action: 'Remove the password',
      cancel: 'Keep it',
    })
    if (!goOn) return
    set.mutate({ password: null }, { onSuccess: () => say('Password removed'), onError: sayError })
  }

  const error = set.error ?? change.error
  return (
    <form
      class="card"
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        void form.handleSubmit()
      }}
    >
      {dialog}
      <div class="card-head">
        <h2>Password for visitors</h2>
        {isProtected ? <Badge tone="good">Set</Badge> : <Badge>None</Badge>}
      </div>
      {error && <Failure error={error} />}
      <div class="form-grid">
        <form.AppField name="password">
          {(field) => (
            <field.TextField
              label={isProtected ? 'New password' : 'Password'}
              type="password"
              autocomplete="new-password"
              hint={
                isProtected
                  ? 'The present one is not shown. Left empty, it stays.'
                  : 'Visitors have to type it before they see the shop.'
              }
            />
          )}
        </form.AppField>
        <form.AppField name="protection">
          {(field) => <field.SelectField label="What it protects" options={protections} />}
        </form.AppField>
      </div>
      <div class="form-actions">
        <form.AppForm>
          <form.SaveButton>{isProtected ? 'Save' : 'Set the password'}</form.SaveButton>
        </form.AppForm>
        {isProtected && (
          <button type="button" class="button" onClick={() => void remove()}>
            Remove it
          </button>
        )}
      </div>
    </form>
  )
}

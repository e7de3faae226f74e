import { useState } from 'preact/hooks'
import { CreateKeyDocument, type KeyScope } from '../../../../../generated/console/documents.ts'
import { useChange } from '../../data/use-data.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { Secret } from '../../parts/secret.tsx'
import { useStore } from '../../session/store-context.tsx'
import { KEY_QUERIES, scopes } from './scope-words.ts'

/** Creates a key. It is in this dialog only, until that is closed. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { session } = useStore()
  const create = useChange(CreateKeyDocument, { invalidates: KEY_QUERIES })
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly KeyScope[]>([])
  const [isUnlimited, setUnlimited] = useState(false)
  const created = create.data?.createKey
  if (created) {
    return (
      <Dialog
        title={`Key “${name}”`}
        isOpen
        onClose={onClose}
        about="This is the only time it is shown. Copy it now and store it in a password manager."
      >
        <Secret value={created.key} label="The new key" />
        <div class="dialog-actions">
          <button type="button" class="button button-main" onClick={onClose}>
            Done
          </button>
        </div>
      </Dialog>
    )
  }
  const isLimited = !session.viewer.everything
  const toggle = (scope: KeyScope, isOn: boolean) =>
    setChosen(isOn ? [...chosen, scope] : chosen.filter((other) => other !== scope))
  return (
    <DialogForm
      title="New key"
      action="Create the key"
      error={create.error}
      isPending={create.isPending}
      isIncomplete={!isUnlimited && chosen.length === 0}
      onSend={() => create.mutate({ name: name.trim(), scopes: isUnlimited ? null : [...chosen] })}
      onClose={onClose}
    >
      <label class="field">
        <span class="field-label">Name</span>
        <input
          class="input"
          name="name"
          required
          maxLength={100}
          autocomplete="off"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <span class="field-hint">
          Who or what has it, such as Packing table. It is shown beside what is done with it.
        </span>
      </label>
      <fieldset class="checks">
        <legend>What it may use</legend>
        <p class="quiet">
          {isLimited ? 'It can be given only what you may use yourself.' : 'Choose no more than its work needs.'}
        </p>
        {scopes.map(({ scope, title, about }) => (
          <label key={scope} class="check">
            <input
              type="checkbox"
              checked={isUnlimited || chosen.includes(scope)}
              disabled={isUnlimited}
              onChange={({ currentTarget }) => toggle(scope, currentTarget.checked)}
            />
            <span>{title}</span>
            <span class="field-hint">{about}</span>
          </label>
        ))}
        {!isLimited && (
          <label class="check">
            <input
              type="checkbox"
              checked={isUnlimited}
              onChange={({ currentTarget }) => setUnlimited(currentTarget.checked)}
            />
            <span>Everything</span>
            <span class="field-hint">All of the above, keys included, and whatever later versions add.</span>
          </label>
        )}
      </fieldset>
    </DialogForm>
  )
}

import type { Role, SessionAnswer } from '../../../../../shared/answers.ts'
import { roleAbout, roleWords } from '../../session/role-words.ts'
import { mayChange, useStore } from '../../session/store-context.tsx'
import type { Given } from './members.ts'

const roles = Object.keys(roleWords) as Role[]

/** Owners alone make owners. */
const rolesToGive = ({ viewer }: SessionAnswer): readonly Role[] =>
  viewer.everything ? roles : roles.filter((role) => role !== 'OWNER')

/** What somebody may do. Offers what whoever asks may give. */
export function RoleFields({ given, onChange }: { given: Given; onChange: (given: Given) => void }) {
  const { session } = useStore()
  const hasMoney = given.role === 'OWNER' || given.money
  return (
    <>
      <fieldset class="checks">
        <legend>What they do</legend>
        {rolesToGive(session).map((role) => (
          <label key={role} class="check">
            <input
              type="radio"
              name="role"
              checked={given.role === role}
              onChange={() => onChange({ ...given, role })}
            />
            <span>{roleWords[role]}</span>
            <span class="field-hint">{roleAbout[role]}</span>
          </label>
        ))}
      </fieldset>
      <label class="check">
        <input
          type="checkbox"
          checked={hasMoney}
          disabled={given.role === 'OWNER' || !mayChange(session, 'money')}
          onChange={({ currentTarget }) => onChange({ ...given, money: currentTarget.checked })}
        />
        <span>May give money back</span>
        <span class="field-hint">
          Refunds, and payments that are recorded or undone by hand
          {given.role === 'OWNER' ? '; an owner may in any case.' : '.'}
        </span>
      </label>
    </>
  )
}

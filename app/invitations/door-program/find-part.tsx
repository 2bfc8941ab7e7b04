import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { Guest } from '#app/invitations/door/event.ts'
import { passIn } from '#app/invitations/door/pass.ts'
import { partyOf } from '#app/invitations/door/verdict.ts'
import { stateWords } from '#app/invitations/guests/invitation.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { codeIn } from './alone.ts'
import type { Phone } from './phone.ts'

/** One field for all that can be typed: the code of a pass, a name, the last four digits; or what a hand-held scanner types. */
export function FindPart({ phone }: { phone: Phone }) {
  const [text, setText] = useState('')
  const found = phone.book.find(text)
  const meet = (event: FormEvent) => {
    event.preventDefault()
    if (!text.trim()) return
    const isCode = passIn(text) || phone.book.byCode(codeIn(text))
    if (!isCode && found.length > 1) return
    setText('')
    void (!isCode && found[0] ? phone.pick(found[0]) : phone.meet(text, 'code'))
  }
  const pick = (guest: Guest) => {
    setText('')
    void phone.pick(guest)
  }
  return (
    <section className="grid gap-3 *:min-w-0">
      <form onSubmit={meet} className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label={<Trans>Code, name or last four digits</Trans>}>
            <Input
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="go"
            />
          </Field>
        </div>
        <Button variant="secondary">
          <Trans>Check</Trans>
        </Button>
      </form>
      {found.length > 0 && <FoundList found={found} pick={pick} />}
    </section>
  )
}

function FoundList({ found, pick }: { found: Guest[]; pick: (guest: Guest) => void }) {
  const { t, i18n } = useLingui()
  return (
    <ul aria-label={t`Guests found`} className="divide-y divide-line rounded-card border border-line bg-card">
      {found.map((guest) => (
        <li key={guest.id}>
          <button type="button" onClick={() => pick(guest)} className="grid min-h-13 w-full px-4 py-2 text-left">
            <span className="wrap-anywhere font-semibold" dir="auto">
              {guest.name}
            </span>
            <span className="text-muted text-sm">
              {guest.code} · <Plural value={partyOf(guest)} one="# person" other="# people" /> ·{' '}
              {i18n._(stateWords[guest.state])}
              {guest.lastFour && ` · …${guest.lastFour}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

import { Plural, Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { doorMost } from '#app/invitations/door/event.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import type { DoorPhone } from './phone.ts'

/** The form that lets in a person who is on no list. `first`: the name that was searched. */
export function WalkIn({ phone, first = '' }: { phone: DoorPhone; first?: string }) {
  const [people, setPeople] = useState('1')
  const [name, setName] = useState(first)
  const [came, setCame] = useState(0)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const many = Math.round(Number(people))
    if (!(many >= 1 && many <= 50)) return
    if (!(await phone.walkIn(name, many))) return
    setCame(many)
    setName('')
    setPeople('1')
  }
  return (
    <form onSubmit={send} className="grid gap-3">
      <Field label={<Trans>Name</Trans>} optional>
        <Input
          value={name}
          maxLength={doorMost.name}
          autoComplete="off"
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </Field>
      <Field label={<Trans>People</Trans>}>
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          max={50}
          required
          value={people}
          onChange={({ currentTarget }) => setPeople(currentTarget.value)}
        />
      </Field>
      <Button className="justify-self-start">
        <Trans>Let in</Trans>
      </Button>
      <p role="status">{came > 0 && <Plural value={came} one="# person let in" other="# people let in" />}</p>
    </form>
  )
}

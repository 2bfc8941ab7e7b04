import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'

/** The time zones of most guests and hosts; every other zone can be typed. */
const known = [
  'Africa/Nairobi',
  'Africa/Kampala',
  'Africa/Dar_es_Salaam',
  'Africa/Kigali',
  'Africa/Lagos',
  'Africa/Accra',
  'Africa/Johannesburg',
  'Asia/Dubai',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'Australia/Sydney',
]

/** The field for the time zone of an occasion's times. */
export function ZoneField({ answer, zone }: { answer: Answer | undefined; zone: string }) {
  const id = useId()
  return (
    <>
      <Field
        label={<Trans>Time zone</Trans>}
        name="zone"
        answer={answer}
        required
        hint={
          <Trans>
            Of the place where it happens, such as Africa/Nairobi. Guests elsewhere see their own time beside it.
          </Trans>
        }
      >
        <Input defaultValue={zone} list={id} autoComplete="off" spellCheck={false} maxLength={40} />
      </Field>
      <datalist id={id}>
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  )
}
